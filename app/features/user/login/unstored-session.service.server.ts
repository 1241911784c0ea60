import type { Db, Deps } from "#app/platform/deps.ts";
import { sha256 } from "#app/platform/secret.server.ts";
import { isWriteRefused } from "#db/failures.ts";
import { findSecondFactor } from "../second-factor/second-factor.repository.server.ts";
import { insertSession, type NewSession } from "../session/session.repository.server.ts";
import { findUser, holdUser, type UserRow } from "../user.repository.server.ts";
import { requireUnspent } from "./first-password.service.server.ts";

// A database that can be read but accepts no writes (full disk, read-only after a failover) must not lock out
// administrators, who may need to check the state or free space. The session of a login is then held by this process
// until it can be stored, which is retried whenever it is used. It ends with the process, and with any change of the
// password or the second factor.

export interface HeldSession {
  /** Negative: not a row id. */
  id: number;
  userId: number;
  createdAt: string;
  lastUsedAt: string;
}

interface Held extends HeldSession {
  row: NewSession;
  /** What the login was made with; if this has changed, the session has ended. */
  credentials: string;
  triedMs: number;
}

const most = 100;
const tryEveryMs = 1_000;

const heldBy = new WeakMap<Db, Map<string, Held>>();
let lastId = 0;

function heldSessionsOf(db: Db): Map<string, Held> {
  const held = heldBy.get(db) ?? new Map<string, Held>();
  heldBy.set(db, held);
  return held;
}

/**
 * Holds a session that could not be stored.
 * @returns whether it may be used: the password has not been changed meanwhile
 * @throws `error` itself unless it means that the database accepts no writes
 */
export async function holdSession(
  { db, log }: Pick<Deps, "db" | "log">,
  row: NewSession,
  user: UserRow,
  error: unknown,
): Promise<boolean> {
  if (!isWriteRefused(error)) throw error;
  await requireUnspent(db, user.id);
  const credentials = await credentialsOf(db, user.id);
  if ((await findUser(db, user.id))?.passwordHash !== user.passwordHash || credentials === undefined) return false;
  const held = heldSessionsOf(db);
  const [oldest] = held.keys();
  if (held.size >= most && oldest !== undefined) held.delete(oldest);
  const { userId, createdAt, lastUsedAt } = row;
  held.set(row.tokenHash, {
    id: --lastId,
    userId,
    createdAt,
    lastUsedAt,
    row,
    credentials,
    triedMs: performance.now(),
  });
  log.warn("session held in memory", { userId });
  return true;
}

/** The held session of a token, stored first if that is possible again. */
export async function findHeldSession({ db }: Pick<Deps, "db">, tokenHash: string): Promise<HeldSession | undefined> {
  const session = heldBy.get(db)?.get(tokenHash);
  if (!session) return undefined;
  if ((await credentialsOf(db, session.userId)) === session.credentials) return session;
  heldSessionsOf(db).delete(tokenHash);
  return undefined;
}

/** Records the use, and stores the session if that is possible again. */
export async function storeHeldSession({ db }: Pick<Deps, "db">, tokenHash: string, at: Date): Promise<void> {
  const session = heldBy.get(db)?.get(tokenHash);
  if (!session) return;
  session.lastUsedAt = at.toISOString();
  if (performance.now() - session.triedMs < tryEveryMs) return;
  session.triedMs = performance.now();
  const user = await findUser(db, session.userId);
  await db.transaction().execute(async (trx) => {
    if (user && (await holdUser(trx, user)))
      await insertSession(trx, { ...session.row, lastUsedAt: session.lastUsedAt });
  });
  heldSessionsOf(db).delete(tokenHash);
}

/** @returns whether it existed */
export function dropHeldSession(db: Db, id: number): boolean {
  for (const [tokenHash, session] of heldSessionsOf(db))
    if (session.id === id) return heldSessionsOf(db).delete(tokenHash);
  return false;
}

async function credentialsOf(db: Db, userId: number): Promise<string | undefined> {
  const user = await findUser(db, userId);
  const factor = await findSecondFactor(db, userId);
  return user && sha256("credentials", `${user.passwordHash} ${factor?.confirmedAt ? factor.secret : ""}`);
}
