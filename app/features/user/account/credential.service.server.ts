import { hashWithSalt, verifyPassword } from "#app/platform/accounts/password-hash.server.ts";
import { stepOf } from "#app/platform/accounts/totp.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { Caller } from "#app/platform/http.server.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import { asciiDigits } from "#app/shared/text/digits.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import {
  findSecondFactor,
  type SecondFactorRow,
  spendRecoveryCode,
  spendStep,
} from "../second-factor/second-factor.repository.server.ts";
import { getUser, type UserRow } from "../user.repository.server.ts";

/**
 * The caller's own record, after asking for the password again: a session alone must not decide who can log in.
 * `orAlready`: a password that will do as well.
 * @throws AppError `invalid` at `currentPassword`, or `too_many`
 */
export async function confirmPassword(
  { db, limits, log }: Deps,
  caller: Caller,
  password: string,
  orAlready?: string,
): Promise<UserRow> {
  if (password === "") throw refusedPassword("Current password is required.");
  await limits.take("passwordBySession", String(caller.sessionId));
  const user = await getUser(db, caller.id);
  if (await verifyPassword(password, user.passwordHash)) return user;
  if (orAlready !== undefined && (await verifyPassword(orAlready, user.passwordHash))) return user;
  log.warn("current password rejected", { userId: user.id });
  throw refusedPassword("The current password is wrong.");
}

const refusedPassword = (message: string) => refusedAt("currentPassword", message);

interface Attempt {
  userId: number;
  code: string | undefined;
  /** Rate limit key for these attempts. */
  limitKey: string;
}

/**
 * Completes a login with the right password; if a second factor is on, its code is required. Called only after the
 * password check, so that it does not reveal who exists.
 * @returns whether one was given
 * @throws AppError `second_factor_required`, or `too_many`
 */
export async function passSecondFactor(deps: Deps, { userId, code, limitKey }: Attempt): Promise<boolean> {
  const factor = await findSecondFactor(deps.db, userId);
  if (!factor?.confirmedAt) return false;
  if (!code || !isVisible(code))
    throw new AppError("second_factor_required", "Enter the code of your authenticator app, or a recovery code.");
  await deps.limits.take("codeByAccount", limitKey);
  if (await spendCode(deps, factor, code)) return true;
  deps.log.warn("second factor rejected", { userId });
  throw refusedAt("user.code", wrongCode, { code: "second_factor_required" });
}

export const wrongCode = "This code is wrong or was used before.";

/** A code without what separates its groups, in the digits and letters of ASCII, whatever keyboard typed it. */
export const plainCode = (typed: string): string =>
  asciiDigits(typed.normalize("NFKC"))
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** Accepts a code from the app or a recovery code, each only once. */
export async function spendCode(
  { db, now, log }: Pick<Deps, "db" | "now" | "log">,
  factor: SecondFactorRow,
  typed: string,
): Promise<boolean> {
  const code = plainCode(typed);
  if (/^\d{6}$/.test(code)) {
    const step = stepOf(factor.secret, code, now());
    return step !== undefined && (await spendStep(db, factor.userId, step));
  }
  if (!isRecoveryCode(code)) return false;
  const isSpent = await spendRecoveryCode(db, factor.userId, await hashWithSalt(code, factor.recoverySalt));
  if (isSpent) log.info("recovery code used", { userId: factor.userId });
  return isSpent;
}

export const recoveryCodeLength = 10;
const isRecoveryCode = (code: string) => code.length === recoveryCodeLength && /^[a-z0-9]+$/.test(code);
