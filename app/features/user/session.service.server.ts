import type { Db, Deps } from "#app/platform/deps.ts";
import type { Caller } from "#app/platform/http.server.ts";
import { errorFacts } from "#app/platform/log.ts";
import { randomToken, sha256 } from "#app/platform/secret.server.ts";
import { describeUserAgent } from "#app/platform/user-agent.ts";
import {
  deleteSession,
  findSession,
  forgetToken,
  insertSession,
  listSessions,
  touchSession,
} from "./session.repository.server.ts";
import type { Session } from "./user.contract.ts";

const minute = 60_000;
/** A session ends this long after its last use, and this long after login whatever happens. */
export const idleLimitMs = 12 * 60 * minute;
export const absoluteLimitMs = 30 * 24 * 60 * minute;
/** Uses closer together than this are not written down. */
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

/** @returns the bearer token; the database holds only its hash */
export async function openSession(db: Db, userId: number, origin: Origin, at: Date): Promise<string> {
  const token = randomToken();
  const now = at.toISOString();
  const userAgent = origin.userAgent.slice(0, 300);
  await insertSession(db, {
    userId,
    tokenHash: sha256(token),
    addressHash: addressHash(origin),
    userAgent,
    createdAt: now,
    lastUsedAt: now,
  });
  return token;
}

/** Who a bearer token stands for, or `null`. Looked up at each call: a session that was ended is ended everywhere at once. */
export async function callerOf(
  { db, now, log }: Pick<Deps, "db" | "now" | "log">,
  token: string,
): Promise<Caller | null> {
  const session = await findSession(db, sha256(token));
  if (!session) return null;
  const at = now();
  const unusedMs = at.getTime() - Date.parse(session.lastUsedAt);
  const ageMs = at.getTime() - Date.parse(session.createdAt);
  if (unusedMs >= idleLimitMs || ageMs >= absoluteLimitMs) {
    // What has run out once stays so when the clock is put back. It is refused now, whether that can be written or not.
    await forgetToken(db, session.id).catch((error: unknown) => log.warn("session not ended", errorFacts(error)));
    return null;
  }
  if (unusedMs >= touchEveryMs) await touchSession(db, session.id, at);
  return { id: session.userId, sessionId: session.id };
}

export async function logOut({ db, log }: Deps, caller: Caller): Promise<void> {
  await forgetToken(db, caller.sessionId);
  log.info("logout", { userId: caller.id });
}

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

/** One that is not there, or not the caller's, is none of the caller's sessions afterwards either: no error. */
export async function endSession({ db, log }: Deps, caller: Caller, id: number): Promise<void> {
  if (await deleteSession(db, caller.id, id)) log.info("session ended", { userId: caller.id, sessionId: id });
}
