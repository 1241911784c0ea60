import { hashPassword, verifyPassword } from "#app/platform/accounts/password-hash.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import type { Caller } from "#app/platform/http.server.ts";
import { mailboxKey } from "#app/platform/mailbox-key.server.ts";
import { deleteSetting, findSetting, insertSetting } from "#app/platform/setting.repository.server.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import { isUniqueViolation } from "#db/failures.ts";
import { withoutTimeLimits } from "#db/time-limits.server.ts";
import { confirmPassword, passSecondFactor } from "./account/credential.service.server.ts";
import { deletePasswordResetOf, deletePasswordResetsBy } from "./account/password-reset.repository.server.ts";
import { deleteInvitationsBy } from "./administrators/invitation.repository.server.ts";
import {
  deleteFirstPassword,
  forgetGeneratedPassword,
  limitFirstPassword,
  spendFirstPassword,
} from "./login/first-password.service.server.ts";
import { findSecondFactor } from "./second-factor/second-factor.repository.server.ts";
import { deleteSessions, insertSession, isKnownAddress } from "./session/session.repository.server.ts";
import { addressHash, newSession, type Origin } from "./session/session.service.server.ts";
import type { Login, LoginInput, PasswordChange, User, UserChange } from "./user.contract.ts";
import {
  findUserByEmail,
  getUser,
  hasUsers,
  holdUser,
  insertUser,
  toUser,
  updatePasswordHash,
  updateUser,
} from "./user.repository.server.ts";

/**
 * Logs in. The response to a wrong password and to an unknown address is the same, in text and timing. Rate limits: per
 * client address, and per account for addresses that never logged in to it, so that strangers cannot lock its owner
 * out.
 * @throws AppError `unauthorized`, `second_factor_required` or `too_many`
 */
export async function logIn(deps: Deps, { email, password, code }: LoginInput["user"], origin: Origin): Promise<Login> {
  const { db, limits, log, now } = deps;
  const { client } = origin;
  await limits.take("loginByAddress", client);
  const row = await findUserByEmail(db, email);
  const isKnown = row !== undefined && (await isKnownAddress(db, row.id, addressHash(origin)));
  // Counted before it is checked: a hundred simultaneous guesses count as a hundred.
  if (!isKnown) await limits.take("loginByAccount", mailboxKey(email));
  if (!(await verifyPassword(password, row?.passwordHash)) || !row) throw refused(deps, client);
  const hasPassed = await passSecondFactor(deps, {
    userId: row.id,
    code,
    limitKey: `${row.id} ${isKnown ? client : "stranger"}`,
  });
  // A password changed at this very moment no longer opens a session.
  const { token, session } = newSession(row.id, origin, now());
  const isOpen = await db.transaction().execute(async (trx) => {
    if (!(await holdUser(trx, row))) return false;
    // Or a second factor that is switched on at this very moment.
    if (!hasPassed && (await findSecondFactor(trx, row.id))?.confirmedAt) return false;
    await spendFirstPassword(trx, row.id, now());
    await insertSession(trx, session);
    return true;
  });
  if (!isOpen) throw refused(deps, client);
  // Whoever knows the password is not guessing: only failed logins use up the address's limit.
  await limits.giveBack("loginByAddress", client);
  log.info("login", { userId: row.id, client });
  await deleteFirstPassword(deps);
  return { user: toUser(row), token };
}

function refused({ log }: Deps, client: string): AppError {
  log.warn("login rejected", { client });
  return new AppError("unauthorized", "Email or password is wrong.");
}

export async function readUser({ db }: Deps, caller: Caller): Promise<User> {
  return toUser(await getUser(db, caller.id));
}

/**
 * Changes the keys that are present; another email address requires the password, and ends any reset link, which may
 * be in the former mailbox.
 * @throws AppError `invalid`, `conflict`
 */
export async function changeUser(
  deps: Deps,
  caller: Caller,
  { currentPassword, ...change }: UserChange,
): Promise<User> {
  const { db, log } = deps;
  const isOtherEmail = change.email !== undefined && change.email !== (await getUser(db, caller.id)).email;
  if (isOtherEmail) await confirmPassword(deps, caller, currentPassword ?? "");
  const user = await db
    .transaction()
    .execute(async (trx) => {
      if (isOtherEmail) await deletePasswordResetOf(trx, caller.id);
      return updateUser(trx, caller.id, change);
    })
    .catch(refuseTakenEmail);
  log.info(isOtherEmail ? "email changed" : "profile changed", { userId: caller.id });
  return toUser(user);
}

/** Two administrators cannot share an email address. */
export const takenEmail = (): AppError =>
  refusedAt("email", "This address already belongs to an administrator.", { code: "conflict" });

/** Converts the database's unique violation into our error. */
export function refuseTakenEmail(error: unknown): never {
  throw isUniqueViolation(error) ? takenEmail() : error;
}

/**
 * Changes the password and ends every other session of the user, and any reset link. It may be repeated, because an
 * answer was lost.
 * @throws AppError `invalid` if the current one is wrong
 */
export async function changePassword(deps: Deps, caller: Caller, change: PasswordChange): Promise<User> {
  const { db, log } = deps;
  const user = await confirmPassword(deps, caller, change.currentPassword, change.newPassword);
  const passwordHash = await hashPassword(change.newPassword);
  await db.transaction().execute(async (trx) => {
    await setPassword(trx, user.id, passwordHash);
    await deleteSessions(trx, user.id, caller.sessionId);
    await deletePasswordResetOf(trx, user.id);
  });
  log.info("password changed", { userId: user.id });
  return toUser(user);
}

/**
 * Creates the first administrator if there is none. `keepPassword`, for a generated password, is called once it is
 * certain that this process creates it, but before it exists: if it throws, nothing was created.
 * @returns whether it was created
 */
export async function ensureFirstAdmin(
  { db, now }: Pick<Deps, "db" | "now">,
  email: string,
  password: string,
  keepPassword: (() => void) | undefined,
): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const passwordHash = await hashPassword(password);
  try {
    // Another instance may be creating it, however long that takes.
    await withoutTimeLimits(db, (db) =>
      db.transaction().execute(async (trx) => {
        const { id } = await insertUser(trx, { email, fullName: "Admin user", passwordHash, at: now() });
        await insertSetting(trx, firstPassword, String(id));
        if (!keepPassword) return;
        await limitFirstPassword(trx, id);
        keepPassword();
      }),
    );
    return true;
  } catch (error) {
    // Another process that started at the same time was first.
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Set until the first administrator chooses their own password, or is removed. */
const firstPassword = "first password";

export async function forgetFirstPassword(db: Db, userId: number): Promise<void> {
  await deleteSetting(db, firstPassword, String(userId));
  await forgetGeneratedPassword(db, userId);
}

/**
 * Users who set their own password no longer have the generated one. What lets others in and was made in their name ends:
 * whoever had stolen a session could have made it.
 */
export async function setPassword(db: Db, userId: number, passwordHash: string): Promise<void> {
  await updatePasswordHash(db, userId, passwordHash);
  await deleteInvitationsBy(db, userId);
  await deletePasswordResetsBy(db, userId);
  await forgetFirstPassword(db, userId);
}

/** Whether the first administrator has not chosen a password yet. */
export async function hasFirstPassword(db: Deps["db"]): Promise<boolean> {
  return (await findSetting(db, firstPassword)) !== undefined;
}
