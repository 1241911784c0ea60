import { cancelMail } from "#app/features/mail/outbox.repository.server.ts";
import { queueMail } from "#app/features/mail/outbox.service.server.ts";
import { isFarAhead } from "#app/platform/accounts/ahead.ts";
import { hashPassword } from "#app/platform/accounts/password-hash.server.ts";
import { insertActivity } from "#app/platform/activity.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { mailboxKey } from "#app/platform/mailbox-key.server.ts";
import { linkHashOf, makeMailedToken } from "#app/platform/mailed-link.repository.server.ts";
import { randomToken, sha256 } from "#app/platform/secret.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { OneTimeLink, ResetInput } from "../administrators/administrator.contract.ts";
import { deleteSecondFactor } from "../second-factor/second-factor.repository.server.ts";
import { deleteSessions, insertKnownAddress } from "../session/session.repository.server.ts";
import { newSession, type Origin } from "../session/session.service.server.ts";
import { findUser } from "../user.repository.server.ts";
import { setPassword } from "../user.service.server.ts";
import {
  deletePasswordReset,
  findPasswordReset,
  findPasswordResetOf,
  replacePasswordReset,
} from "./password-reset.repository.server.ts";

export const resetTtlMs = 24 * 60 * 60_000;

interface Wish {
  userId: number;
  /** `null`: created on the server's console. */
  madeBy: number | null;
  dropsSecondFactor: boolean;
}

/**
 * Creates a link that sets a user's password. Not for oneself: a session must not bypass the prompt for the current
 * password. With a mail server one is mailed too, unless it switches off the second factor: then the mailbox alone would
 * be enough to log in.
 * @throws AppError `not_found`, or `conflict` for oneself
 */
export async function makeResetLink(
  deps: Pick<Deps, "db" | "now" | "log" | "mailer" | "config">,
  { userId, madeBy, dropsSecondFactor }: Wish,
): Promise<OneTimeLink> {
  const { db, now, log } = deps;
  if (userId === madeBy) throw new AppError("conflict", "Change your own password on your account’s page.");
  const user = await findUser(db, userId);
  if (!user) throw new AppError("not_found", "This administrator no longer exists.");
  const token = randomToken();
  const at = now();
  const createdAt = at.toISOString();
  const reference = `reset/${userId}`;
  const mails = await db.transaction().execute(async (trx) => {
    await replacePasswordReset(trx, {
      userId,
      tokenHash: sha256(token),
      dropsSecondFactor: dropsSecondFactor ? 1 : 0,
      madeBy,
      createdAt,
    });
    const activity = { kind: "user-reset-link", subject: mailboxKey(user.email) };
    if (madeBy !== null) await insertActivity(trx, { ...activity, userId: madeBy, at });
    // Of a former link, which has just ended.
    await cancelMail(trx, reference);
    return dropsSecondFactor ? 0 : queueMail(deps, trx, reference, [{ kind: "user-reset" }]);
  });
  log.info("reset link made", { userId, by: madeBy, dropsSecondFactor });
  return { path: pathOf(token), expiresAt: expiry(createdAt), ...(mails > 0 && { mailedTo: user.email }) };
}

const pathOf = (token: string): string => `/admin/reset/${token}`;

/** A reset link for the mail to its user; nothing if it was used, replaced by one that is not mailed, or has expired. */
export async function resetLinkToMail({ db, now }: Deps, userId: number) {
  const [row, user] = await Promise.all([findPasswordResetOf(db, userId), findUser(db, userId)]);
  if (!row || !user || row.dropsSecondFactor || row.createdAt <= oldest(now())) return undefined;
  const path = pathOf(await makeMailedToken(db, row.tokenHash, now()));
  return {
    to: { name: user.fullName, address: user.email },
    madeBy: row.madeBy,
    path,
    expiresAt: expiry(row.createdAt),
  };
}

/** A link made before has expired. ISO 8601, UTC. */
const oldest = (at: Date): string => new Date(at.getTime() - resetTtlMs).toISOString();

/** @throws AppError `not_found` for a link that was used, replaced or has expired */
export async function readReset(deps: Deps, token: string, client: string) {
  const { email, createdAt, dropsSecondFactor } = await findByToken(deps, token, client);
  return { email, expiresAt: expiry(createdAt), dropsSecondFactor: dropsSecondFactor === 1 };
}

/**
 * Sets the password and ends every session of the user. Logging in is a separate step, so a second factor that stays on
 * is still required; strangers who guess at the account do not hinder it from the address that had the link.
 */
export async function resetPassword(
  deps: Deps,
  { token, newPassword }: ResetInput,
  origin: Origin,
): Promise<{ email: string }> {
  const { db, log, now } = deps;
  const { userId, email, tokenHash, dropsSecondFactor } = await findByToken(deps, token, origin.client);
  const passwordHash = await hashPassword(newPassword);
  await db.transaction().execute(async (trx) => {
    if (!(await deletePasswordReset(trx, tokenHash))) throw endedLink();
    await setPassword(trx, userId, passwordHash);
    if (dropsSecondFactor) await deleteSecondFactor(trx, userId);
    await deleteSessions(trx, userId);
    await insertKnownAddress(trx, newSession(userId, origin, now()).session);
  });
  log.info("password reset", { userId, dropsSecondFactor: dropsSecondFactor === 1 });
  return { email };
}

async function findByToken({ db, now, limits }: Deps, token: string, client: string) {
  await limits.take("linkByAddress", client);
  const row = await findPasswordReset(db, await linkHashOf(db, token), oldest(now()));
  if (!row || isFarAhead(row.createdAt, now(), resetTtlMs)) throw endedLink();
  return row;
}

const endedLink = () => new AppError("not_found", "This link was used, replaced or has expired. Ask for a new one.");

const expiry = (createdAt: string) => new Date(Date.parse(createdAt) + resetTtlMs).toISOString();
