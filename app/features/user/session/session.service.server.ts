import { setTimeout as pause } from "node:timers/promises";
import { isFarAhead } from "#app/platform/accounts/ahead.ts";
import { describeUserAgent } from "#app/platform/accounts/user-agent.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import type { Caller } from "#app/platform/http.server.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { randomToken, sha256 } from "#app/platform/secret.server.ts";
import type { Session } from "../user.contract.ts";
import {
  deleteSession,
  findSession,
  forgetToken,
  insertSession,
  listSessions,
  type NewSession,
  touchSession,
} from "./session.repository.server.ts";

const minute = 60_000;
/** A session expires this long after its last use, and this long after login in any case. */
const idleLimitMs = 12 * 60 * minute;
export const absoluteLimitMs = 30 * 24 * 60 * minute;
/** Uses closer together than this are not recorded. */
const touchEveryMs = minute;

/** Where a login comes from. */
export interface Origin {
  client: string;
  userAgent: string;
}

export const originOf = ({ client, request }: { client: string; request: Request }): Origin => ({
  client,
  userAgent: request.headers.get("User-Agent") ?? "",
});

export const addressHash = ({ client }: Pick<Origin, "client">): string => sha256("address", client);

/** @returns a bearer token, and the session to be stored, which contains only its hash */
export function newSession(userId: number, origin: Origin, at: Date): { token: string; session: NewSession } {
  const token = randomToken();
  const now = at.toISOString();
  const session = {
    userId,
    tokenHash: sha256(token),
    addressHash: addressHash(origin),
    userAgent: origin.userAgent.slice(0, 300),
    createdAt: now,
    lastUsedAt: now,
  };
  return { token, session };
}

/** @returns the bearer token; the database stores only its hash */
export async function openSession(db: Db, userId: number, origin: Origin, at: Date): Promise<string> {
  const { token, session } = newSession(userId, origin, at);
  await insertSession(db, session);
  return token;
}

/**
 * The user of a bearer token, or `null`. Looked up on each call, so ending a session takes effect everywhere at once.
 * Reading does not depend on writing: updates to the session run alongside, and no call waits for them for more than a
 * moment.
 */
export async function callerOf(deps: Pick<Deps, "db" | "now" | "log">, token: string): Promise<Caller | null> {
  const { db, now } = deps;
  const session = await findSession(db, sha256(token));
  if (!session) return null;
  const at = now();
  const lastUsedMs = Math.max(Date.parse(session.lastUsedAt), touched.get(db)?.get(session.id) ?? 0);
  const unusedMs = at.getTime() - lastUsedMs;
  const ageMs = at.getTime() - Date.parse(session.createdAt);
  if (unusedMs >= idleLimitMs || ageMs >= absoluteLimitMs || isFarAhead(session.lastUsedAt, at, idleLimitMs)) {
    // An expired session stays expired if the clock is set back or forward. It is rejected now, whether or not that can be
    // written.
    await beside(deps, forgetToken(db, session.id));
    return null;
  }
  if (unusedMs >= touchEveryMs) touch(deps, session.id, at);
  return { id: session.userId, sessionId: session.id };
}

const momentMs = 250;

/** Waits only a moment for a write to a session. Its failure is no reason to reject the call. */
async function beside({ log }: Pick<Deps, "log">, write: Promise<unknown>): Promise<void> {
  const written = write.catch((error: unknown) => log.debug("session not written", errorFacts(error)));
  await Promise.race([written, pause(momentMs, undefined, { ref: false })]);
}

/**
 * When sessions were last used, remembered in this process before it is written, so that writes that have to wait do
 * not pile up.
 */
const touched = new WeakMap<Db, Map<number, number>>();
const maxTouched = 1_000;

function touch(deps: Pick<Deps, "db" | "log">, id: number, at: Date): void {
  const { db } = deps;
  const known = touched.get(db) ?? new Map<number, number>();
  touched.set(db, known);
  known.delete(id);
  known.set(id, at.getTime());
  const [oldest] = known.keys();
  if (known.size > maxTouched && oldest !== undefined) known.delete(oldest);
  void beside(deps, touchSession(db, id, at));
}

/** Ends the caller's session, and no other. */
export async function logOut({ db, log }: Deps, caller: Caller): Promise<void> {
  await forgetToken(db, caller.sessionId);
  log.info("logout", { userId: caller.id });
}

/** The caller's sessions that have not expired. */
export async function readSessions({ db, now }: Deps, caller: Caller): Promise<Session[]> {
  const since = (ms: number) => new Date(now().getTime() - ms);
  const rows = await listSessions(db, caller.id, since(absoluteLimitMs), since(idleLimitMs));
  return rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    device: describeUserAgent(userAgent),
    createdAt,
    lastUsedAt,
    isCurrent: id === caller.sessionId,
  }));
}

/** Ending a session that does not exist, or is not the caller's, is not an error. */
export async function endSession({ db, log }: Deps, caller: Caller, id: number): Promise<void> {
  if (await deleteSession(db, caller.id, id)) log.info("session ended", { userId: caller.id, sessionId: id });
}
