import type { Deps } from "#app/platform/deps.ts";
import type { Caller } from "#app/platform/http.server.ts";
import { hashPassword, verifyPassword } from "#app/platform/password-hash.server.ts";
import { randomToken, sha256 } from "#app/platform/secret.server.ts";
import { deleteSetting, findSetting, insertSetting } from "#app/platform/setting.repository.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { isUniqueViolation } from "#db/failures.ts";
import {
  deleteOtherSessions,
  deleteSession,
  findSession,
  insertSession,
  isKnownAddress,
  touchSession,
} from "./session.repository.server.ts";
import type { LoginInput, PasswordChange, User } from "./user.contract.ts";
import {
  emailKey,
  findUserByEmail,
  getUser,
  hasUsers,
  insertUser,
  updatePasswordHash,
} from "./user.repository.server.ts";

const minute = 60_000;
/** A session ends this long after its last use, and this long after login whatever happens. */
export const idleLimitMs = 12 * 60 * minute;
export const absoluteLimitMs = 30 * 24 * 60 * minute;
/** Uses closer together than this are not written down. */
const touchEveryMs = minute;

interface Login {
  user: LoginInput["user"];
  client: string;
  userAgent: string;
}

/**
 * Logs in. The answer to a wrong password and to an unknown address is the same, in words and in time.
 * Limits: per client address, and per account for addresses that never logged in to it, so that strangers cannot lock its owner out.
 * @throws AppError `unauthorized` or `too_many`
 */
export async function logIn(
  deps: Deps,
  { user: { email, password }, client, userAgent }: Login,
): Promise<{ user: User; token: string }> {
  const { db, limits, log } = deps;
  limits.take("loginByAddress", client);
  const row = await findUserByEmail(db, email);
  const addressHash = sha256("address", client);
  const isKnown = row !== undefined && (await isKnownAddress(db, row.id, addressHash));
  if (!isKnown) limits.check("loginByAccount", emailKey(email));
  const fits = await verifyPassword(password, row?.passwordHash);
  if (!row || !fits) {
    if (!isKnown) limits.take("loginByAccount", emailKey(email));
    log.warn("login refused", { client });
    throw new AppError("unauthorized", "Email or password is wrong.");
  }
  const token = randomToken();
  const now = deps.now().toISOString();
  await insertSession(db, {
    userId: row.id,
    tokenHash: sha256(token),
    addressHash,
    userAgent: userAgent.slice(0, 300),
    createdAt: now,
    lastUsedAt: now,
  });
  log.info("login", { userId: row.id, client });
  return { user: toUser(row), token };
}

/** Who a bearer token stands for, or `null`. Looked up at each call: a session that was ended is ended everywhere at once. */
export async function callerOf({ db, now }: Pick<Deps, "db" | "now">, token: string): Promise<Caller | null> {
  const session = await findSession(db, sha256(token));
  if (!session) return null;
  const at = now();
  const unusedMs = at.getTime() - Date.parse(session.lastUsedAt);
  const ageMs = at.getTime() - Date.parse(session.createdAt);
  if (unusedMs >= idleLimitMs || ageMs >= absoluteLimitMs) return null;
  if (unusedMs >= touchEveryMs) await touchSession(db, session.id, at);
  return { id: session.userId, sessionId: session.id };
}

export async function logOut({ db, log }: Deps, caller: Caller): Promise<void> {
  await deleteSession(db, caller.sessionId);
  log.info("logout", { userId: caller.id });
}

export async function readUser({ db }: Deps, caller: Caller): Promise<User> {
  return toUser(await getUser(db, caller.id));
}

/** Changes the password and ends every other session of the user. @throws AppError `invalid` when the current one is wrong */
export async function changePassword(
  { db, limits, log }: Deps,
  caller: Caller,
  client: string,
  change: PasswordChange,
): Promise<User> {
  limits.take("loginByAddress", client);
  const user = await getUser(db, caller.id);
  if (!(await verifyPassword(change.currentPassword, user.passwordHash))) {
    const message = "The current password is wrong.";
    throw new AppError("invalid", message, { errors: [{ field: "currentPassword", message }] });
  }
  const passwordHash = await hashPassword(change.newPassword);
  await db.transaction().execute(async (trx) => {
    await updatePasswordHash(trx, user.id, passwordHash);
    await deleteSetting(trx, firstPassword, user.emailKey);
    await deleteOtherSessions(trx, user.id, caller.sessionId);
  });
  log.info("password changed", { userId: user.id });
  return toUser(user);
}

/** Makes the first administrator while there is none. @returns whether it did */
export async function ensureFirstAdmin(
  { db, now }: Pick<Deps, "db" | "now">,
  email: string,
  password: string,
): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const passwordHash = await hashPassword(password);
  try {
    await db.transaction().execute(async (trx) => {
      await insertUser(trx, { email, fullName: "Admin user", passwordHash, at: now() });
      await insertSetting(trx, firstPassword, emailKey(email));
    });
    return true;
  } catch (error) {
    // Another process that started at the same moment was faster.
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Kept until the first administrator chooses a password of their own. */
const firstPassword = "first password";

export async function hasFirstPassword(db: Deps["db"]): Promise<boolean> {
  return (await findSetting(db, firstPassword)) !== undefined;
}

const toUser = ({ fullName, email, profileImage }: User): User => ({ fullName, email, profileImage });
