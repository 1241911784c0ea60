import { cancelMail, mailStates } from "#app/features/mail/outbox.repository.server.ts";
import { queueMail } from "#app/features/mail/outbox.service.server.ts";
import { isFarAhead } from "#app/platform/accounts/ahead.ts";
import { hashPassword } from "#app/platform/accounts/password-hash.server.ts";
import { insertActivity } from "#app/platform/activity.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { Caller } from "#app/platform/http.server.ts";
import { mailboxKey } from "#app/platform/mailbox-key.server.ts";
import { linkHashOf, makeMailedToken } from "#app/platform/mailed-link.repository.server.ts";
import { randomToken, sha256 } from "#app/platform/secret.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { type Origin, openSession } from "../session/session.service.server.ts";
import type { Login } from "../user.contract.ts";
import { findUserByEmail, insertUser, toUser } from "../user.repository.server.ts";
import { refuseTakenEmail, takenEmail } from "../user.service.server.ts";
import type { AcceptInput, Invitation, InviteInput, OneTimeLink } from "./administrator.contract.ts";
import {
  deleteInvitation,
  findInvitation,
  findInvitationById,
  type InvitationRow,
  listInvitations,
  replaceInvitation,
} from "./invitation.repository.server.ts";

export const invitationTtlMs = 7 * 24 * 60 * 60_000;

const since = ({ now }: Pick<Deps, "now">) => new Date(now().getTime() - invitationTtlMs);

/** The invitations that have not expired. */
export async function readInvitations(deps: Deps): Promise<Invitation[]> {
  const rows = await listInvitations(deps.db, since(deps));
  const mails = await mailStates(deps.db, rows.map(referenceOf));
  return rows.map((row) => {
    const mail = mails.get(referenceOf(row))?.at(-1);
    return { ...toInvitation(row), ...(mail && { mail }) };
  });
}

/** What the mail of an invitation is about. */
const referenceOf = ({ id }: Pick<InvitationRow, "id">): string => `invitation/${id}`;

/**
 * Creates a link with which the owner of this email address becomes an administrator. With a mail server one is mailed
 * too; otherwise the inviter hands it over.
 * @throws AppError `conflict`
 */
export async function invite(
  deps: Deps,
  caller: Caller,
  { email, fullName }: InviteInput,
): Promise<Invitation & OneTimeLink> {
  const { db, now, log } = deps;
  if (await findUserByEmail(db, email)) throw takenEmail();
  const token = randomToken();
  const { row, mails } = await db.transaction().execute(async (trx) => {
    const row = await replaceInvitation(trx, {
      email,
      emailKey: mailboxKey(email),
      fullName,
      tokenHash: sha256(token),
      invitedBy: caller.id,
      createdAt: now().toISOString(),
    });
    // Of a former invitation to this address, whose link has just ended.
    await cancelMail(trx, referenceOf(row));
    return { row, mails: await queueMail(deps, trx, referenceOf(row), [{ kind: "user-invitation" }]) };
  });
  deps.mailWakeSignal.notify();
  log.info("administrator invited", { invitationId: row.id, by: caller.id });
  return { ...toInvitation(row), path: pathOf(token), ...(mails > 0 && { mailedTo: email }) };
}

const pathOf = (token: string): string => `/admin/invite/${token}`;

/** An invitation with a link for its mail; nothing if it was used or withdrawn, or has expired. */
export async function invitationToMail(deps: Deps, id: number) {
  const row = await findInvitationById(deps.db, id);
  if (!row || row.createdAt <= since(deps).toISOString()) return undefined;
  const { invitedBy, tokenHash } = row;
  const { email, fullName, expiresAt } = toInvitation(row);
  const path = pathOf(await makeMailedToken(deps.db, tokenHash, deps.now()));
  return { to: { name: fullName, address: email }, madeBy: invitedBy, path, expiresAt };
}

/** Withdraws an invitation, whose link then opens nothing. One that was used or withdrawn before is not an error. */
export async function withdrawInvitation({ db, now, log }: Deps, caller: Caller, id: number): Promise<void> {
  const isWithdrawn = await db.transaction().execute(async (trx) => {
    const invited = await deleteInvitation(trx, id);
    if (!invited) return false;
    const activity = { kind: "user-invitation-withdrawn", subject: invited.emailKey };
    await insertActivity(trx, { ...activity, userId: caller.id, at: now() });
    return true;
  });
  if (isWithdrawn) log.info("invitation withdrawn", { invitationId: id, by: caller.id });
}

/** @throws AppError `not_found` for a link that was used, withdrawn or has expired, without distinguishing them */
export async function readInvitation(deps: Deps, token: string, client: string): Promise<Invitation> {
  return toInvitation(await findByToken(deps, token, client));
}

/** Creates the administrator and logs in. Uses up the link, so a concurrent second use fails. */
export async function acceptInvitation(
  deps: Deps,
  { token, password, fullName }: AcceptInput,
  origin: Origin,
): Promise<Login> {
  const { db, now, log } = deps;
  const { id, email, tokenHash, ...invited } = await findByToken(deps, token, origin.client);
  const passwordHash = await hashPassword(password);
  const login = await db
    .transaction()
    .execute(async (trx) => {
      if (!(await deleteInvitation(trx, id, tokenHash))) throw endedLink();
      const user = await insertUser(trx, { email, fullName: fullName ?? invited.fullName, passwordHash, at: now() });
      return { user, token: await openSession(trx, user.id, origin, now()) };
    })
    .catch(refuseTakenEmail);
  log.info("invitation accepted", { invitationId: id, userId: login.user.id, by: invited.invitedBy });
  return { user: toUser(login.user), token: login.token };
}

async function findByToken(deps: Deps, token: string, client: string): Promise<InvitationRow> {
  await deps.limits.take("linkByAddress", client);
  const row = await findInvitation(deps.db, await linkHashOf(deps.db, token), since(deps));
  if (!row || isFarAhead(row.createdAt, deps.now(), invitationTtlMs)) throw endedLink();
  return row;
}

const endedLink = () =>
  new AppError("not_found", "This invitation was used, withdrawn or has expired. Ask for a new one.");

const toInvitation = ({ id, email, fullName, createdAt }: InvitationRow): Invitation => ({
  id,
  email,
  fullName,
  createdAt,
  expiresAt: new Date(Date.parse(createdAt) + invitationTtlMs).toISOString(),
});
