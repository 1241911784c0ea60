import { randomBytes } from "node:crypto";
import { hashWithSalt, newSalt } from "#app/platform/accounts/password-hash.server.ts";
import { base32, otpauthAddress, stepOf } from "#app/platform/accounts/totp.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { Caller } from "#app/platform/http.server.ts";
import { randomName } from "#app/platform/secret.server.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import {
  confirmPassword,
  plainCode,
  recoveryCodeLength,
  spendCode,
  wrongCode,
} from "../account/credential.service.server.ts";
import { deleteSessions } from "../session/session.repository.server.ts";
import type { PasswordAndCode, SecondFactor, SecondFactorSecret } from "./second-factor.contract.ts";
import {
  beginSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  confirmSecondFactor as putInForce,
  replaceRecoveryCodes,
} from "./second-factor.repository.server.ts";

/** Whether the caller's second factor is in force, and how many recovery codes are left. */
export async function readSecondFactor({ db }: Deps, caller: Caller): Promise<SecondFactor> {
  const factor = await findSecondFactor(db, caller.id);
  return { isOn: Boolean(factor?.confirmedAt), recoveryCodesLeft: await countRecoveryCodes(db, caller.id) };
}

/** Login requires no code until the secret is confirmed. @throws AppError `conflict` if a second factor is on */
export async function startSecondFactor(deps: Deps, caller: Caller, password: string): Promise<SecondFactorSecret> {
  const user = await confirmPassword(deps, caller, password);
  const secret = base32(randomBytes(20));
  if (!(await beginSecondFactor(deps.db, { userId: user.id, secret, at: deps.now() }))) throw isOnAlready();
  return { secret, address: otpauthAddress(secret, new URL(deps.config.publicUrl).hostname, user.email) };
}

/**
 * Proves that the app has the secret, activates the second factor and ends sessions opened without it.
 * @returns the recovery codes
 */
export async function confirmSecondFactor(
  { db, now, limits, log }: Deps,
  caller: Caller,
  typed: string,
): Promise<string[]> {
  await limits.take("passwordBySession", String(caller.sessionId));
  const factor = await findSecondFactor(db, caller.id);
  if (!factor) throw new AppError("conflict", "Start setting up the second factor first.");
  if (factor.confirmedAt) throw isOnAlready();
  const code = plainCode(typed);
  const step = /^\d{6}$/.test(code) ? stepOf(factor.secret, code, now()) : undefined;
  if (step === undefined)
    throw refusedCode(
      "This code is not correct. Check the clock of your device, and type the code that the app shows now.",
    );
  const codes = newRecoveryCodes();
  const hashed = await hashAll(codes);
  await db.transaction().execute(async (trx) => {
    if (!(await putInForce(trx, { userId: caller.id, secret: factor.secret, step, at: now() }))) throw isOnAlready();
    await replaceRecoveryCodes(trx, caller.id, hashed.salt, hashed.hashes);
    await deleteSessions(trx, caller.id, caller.sessionId);
  });
  log.info("second factor enabled", { userId: caller.id });
  return codes;
}

/** @returns ten new recovery codes; the old ones become invalid */
export async function renewRecoveryCodes(deps: Deps, caller: Caller, input: PasswordAndCode): Promise<string[]> {
  await verifyPasswordAndCode(deps, caller, input);
  const codes = newRecoveryCodes();
  const { salt, hashes } = await hashAll(codes);
  await deps.db.transaction().execute((trx) => replaceRecoveryCodes(trx, caller.id, salt, hashes));
  deps.log.info("recovery codes renewed", { userId: caller.id });
  return codes;
}

/**
 * Switches the caller's second factor off, and ends their other sessions.
 * @throws AppError `invalid`, `too_many`, or `conflict` if there is no second factor
 */
export async function dropSecondFactor(deps: Deps, caller: Caller, input: PasswordAndCode): Promise<void> {
  await verifyPasswordAndCode(deps, caller, input);
  await deps.db.transaction().execute(async (trx) => {
    await deleteSecondFactor(trx, caller.id);
    await deleteSessions(trx, caller.id, caller.sessionId);
  });
  deps.log.info("second factor disabled", { userId: caller.id });
}

/**
 * Checks password and code, each within the session's rate limit.
 * @throws AppError `conflict` if there is no second factor
 */
async function verifyPasswordAndCode(
  deps: Deps,
  caller: Caller,
  { currentPassword, code }: PasswordAndCode,
): Promise<void> {
  await confirmPassword(deps, caller, currentPassword);
  const factor = await findSecondFactor(deps.db, caller.id);
  if (!factor?.confirmedAt) throw new AppError("conflict", "The second factor is off.");
  if (!(await spendCode(deps, factor, code))) throw refusedCode(wrongCode);
}

const isOnAlready = () =>
  new AppError("conflict", "The second factor is on. Switch it off before setting up another one.");

const refusedCode = (message: string) => refusedAt("code", message);

/** Ten times 50 bits, in two groups for easier reading and typing. */
const newRecoveryCodes = () => Array.from({ length: 10 }, () => randomName(recoveryCodeLength).replace(/^.{5}/, "$&-"));

/** A quarter of a password's cost: 50 random bits need less, and ten are hashed while somebody waits. */
const recoveryCost = 2 ** 13;

/** One salt for the whole set: looking up a code costs one derivation, and so does each guess. */
async function hashAll(codes: string[]) {
  const salt = newSalt(recoveryCost);
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashWithSalt(code.replace("-", ""), salt));
  return { salt, hashes };
}
