import { isFarAhead } from "#app/platform/accounts/ahead.ts";
import { hashPassword } from "#app/platform/accounts/password-hash.server.ts";
import { insertActivity } from "#app/platform/activity.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { mailboxKey } from "#app/platform/mailbox-key.server.ts";
import { randomToken, sha256 } from "#app/platform/secret.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { OneTimeLink, ResetInput } from "./administrator.contract.ts";
import { deletePasswordReset, findPasswordReset, replacePasswordReset } from "./password-reset.repository.server.ts";
import { deleteSecondFactor } from "./second-factor.repository.server.ts";
import { deleteSessions } from "./session.repository.server.ts";
import { findUser } from "./user.repository.server.ts";
import { setPassword } from "./user.service.server.ts";

export const resetTtlMs = 24 * 60 * 60_000;

interface Wish {
  userId: number;
  /** `null`: created on the server's console. */
  madeBy: number | null;
  dropsSecondFactor: boolean;
}

/**
 * Creates a link that sets a user's password. Not for oneself: a session must not bypass the prompt for the current
 * password.
 * @throws AppError `not_found`, or `conflict` for oneself
 */
export async function makeResetLink(
  { db, now, log }: Pick<Deps, "db" | "now" | "log">,
  { userId, madeBy, dropsSecondFactor }: Wish,
): Promise<OneTimeLink> {
  if (userId === madeBy) throw new AppError("conflict", "Change your own password on your account’s page.");
  const user = await findUser(db, userId);
  if (!user) throw new AppError("not_found", "This administrator no longer exists.");
  const token = randomToken();
  const at = now();
  const createdAt = at.toISOString();
  await db.transaction().execute(async (trx) => {
    await replacePasswordReset(trx, {
      userId,
      tokenHash: sha256(token),
      dropsSecondFactor: dropsSecondFactor ? 1 : 0,
      madeBy,
      createdAt,
    });
    const activity = { kind: "user-reset-link", subject: mailboxKey(user.email) };
    if (madeBy !== null) await insertActivity(trx, { ...activity, userId: madeBy, at });
  });
  log.info("reset link made", { userId, by: madeBy, dropsSecondFactor });
  return { path: `/admin/reset/${token}`, expiresAt: expiry(createdAt) };
}

/** @throws AppError `not_found` for a link that was used, replaced or has expired */
export async function readReset(deps: Deps, token: string, client: string) {
  const { email, createdAt, dropsSecondFactor } = await findByToken(deps, token, client);
  return { email, expiresAt: expiry(createdAt), dropsSecondFactor: dropsSecondFactor === 1 };
}

/**
 * Sets the password and ends every session of the user. Logging in is a separate step, so a second factor that stays on
 * is still required.
 */
export async function resetPassword(
  deps: Deps,
  { token, newPassword }: ResetInput,
  client: string,
): Promise<{ email: string }> {
  const { db, log } = deps;
  const { userId, email, tokenHash, dropsSecondFactor } = await findByToken(deps, token, client);
  const passwordHash = await hashPassword(newPassword);
  await db.transaction().execute(async (trx) => {
    if (!(await deletePasswordReset(trx, tokenHash))) throw endedLink();
    await setPassword(trx, userId, passwordHash);
    if (dropsSecondFactor) await deleteSecondFactor(trx, userId);
    await deleteSessions(trx, userId);
  });
  log.info("password reset", { userId, dropsSecondFactor: dropsSecondFactor === 1 });
  return { email };
}

async function findByToken({ db, now, limits }: Deps, token: string, client: string) {
  await limits.take("linkByAddress", client);
  const row = await findPasswordReset(db, sha256(token), new Date(now().getTime() - resetTtlMs));
  if (!row || isFarAhead(row.createdAt, now(), resetTtlMs)) throw endedLink();
  return row;
}

const endedLink = () => new AppError("not_found", "This link was used, replaced or has expired. Ask for a new one.");

const expiry = (createdAt: string) => new Date(Date.parse(createdAt) + resetTtlMs).toISOString();
