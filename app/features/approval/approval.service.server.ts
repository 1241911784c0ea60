import { mailStates } from "#app/features/mail/outbox.repository.server.ts";
import { queueMail } from "#app/features/mail/outbox.service.server.ts";
import { userNames } from "#app/platform/accounts/user-name.repository.server.ts";
import { insertActivity } from "#app/platform/activity.repository.server.ts";
import {
  type ApprovalLinkRow,
  type ApprovalNoteRow,
  findApprovalLink,
  findApprovalNote,
  insertApprovalLink,
  insertApprovalNote,
  listApprovalLinks,
  listApprovalNotes,
  setNoteDone,
  updateApprovalLink,
} from "#app/platform/content/approval.repository.server.ts";
import {
  missingApprovals,
  releaseDraft,
  type ShownState,
  shownState,
  waitsForApproval,
} from "#app/platform/content/approval.server.ts";
import { discardedDrafts, lockDraft } from "#app/platform/content/draft.repository.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { mailboxKey } from "#app/platform/mailbox-key.server.ts";
import { linkHashOf, makeMailedToken } from "#app/platform/mailed-link.repository.server.ts";
import { randomToken, sha256, tokenOf } from "#app/platform/secret.server.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import { idsIn } from "#app/shared/rows.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import { isUniqueViolation } from "#db/failures.ts";
import {
  type AnswerInput,
  type ApprovalInput,
  type ApprovalLink,
  type ApprovalNote,
  type Approvals,
  maxLinkDays,
} from "./approval.contract.ts";

const dayMs = 24 * 60 * 60_000;
const maxLinks = 50;
const maxNotes = 300;
/** After a comment the maker of a link is mailed about further ones only after this. */
const commentMailMs = 60 * 60_000;
/** No link of any kind holds longer. */
export const longestLinkMs = maxLinkDays * dayMs;
/** How long answers are kept after their link has ended. */
export const approvalsKeptMs = 180 * dayMs;

/** The links of an entry and their answers. */
export async function readApprovals(
  { db, now }: Pick<Deps, "db" | "now">,
  noun: string,
  slug: string,
): Promise<Approvals> {
  const state = await shownState(db, noun, slug);
  const rows = await listApprovalLinks(db, noun, slug, maxLinks);
  const names = await userNames(
    db,
    rows.map(({ createdBy }) => createdBy),
  );
  const answers = await listApprovalNotes(db, idsIn(rows));
  const mails = await mailStates(db, rows.map(referenceOf));
  const byLink = Map.groupBy(answers, ({ linkId }) => linkId);
  const links = rows.map((row): ApprovalLink => {
    const notes = (byLink.get(row.id) ?? []).map((note) => toNote(note, state));
    const mail = mails.get(referenceOf(row))?.at(-1);
    return {
      ...(mail && { mail }),
      ...{ id: row.id, name: row.name, email: row.email, page: row.page, isRequired: row.isRequired === 1 },
      author: names.get(row.createdBy) ?? "",
      ...{ createdAt: row.createdAt, endsAt: row.endsAt, revokedAt: row.revokedAt },
      answer: answerIn(notes),
      hasEnded: row.endsAt <= now().toISOString(),
      notes,
    };
  });
  const missing = state && !state.isLive ? await missingApprovals(db, noun, slug, now()) : [];
  return { links, waits: missing.length > 0 ? waitsForApproval(missing) : null };
}

/** What the mail of a link is about. */
const referenceOf = ({ id }: Pick<ApprovalLinkRow, "id">): string => `approval/${id}`;

export const toNote = (
  { id, kind, name, text, spot, seen, createdAt, doneAt }: ApprovalNoteRow,
  state: ShownState | undefined,
): ApprovalNote => ({
  ...{ id, kind, name, text, createdAt, doneAt },
  spot: spot === null ? null : JSON.parse(spot),
  // What visitors see waits for nobody: publishing has changed the version, not the page.
  isCurrent: state?.isLive === true || seen === state?.fingerprint,
});

/** The state of a link: its newest decision. */
function answerIn(notes: ApprovalNote[]): ApprovalLink["answer"] {
  const last = notes.findLast(({ kind }) => kind !== "comment");
  if (!last) return "none";
  return last.kind === "approved" && !last.isCurrent ? "outdated" : (last.kind as "approved" | "changes");
}

/**
 * Makes a link. Its token is in the reply alone; only a hash is stored. With an address and a mail server a link is
 * mailed too. `key`: of the form; sent again with the same words, it makes no second link.
 * @throws AppError `not_found`; `conflict` if there is nothing to approve, or there are too many links
 */
export async function makeLink(
  deps: Pick<Deps, "db" | "now" | "config" | "mailer" | "mailWakeSignal">,
  { noun, slug }: { noun: string; slug: string },
  { key, ...input }: ApprovalInput,
  userId: number,
): Promise<{ id: number; url: string; endsAt: string; mailedTo?: string }> {
  const { db, now } = deps;
  const { name, email, days, isRequired, page } = input;
  const token = key === undefined ? randomToken() : tokenOf(key, JSON.stringify(input));
  const tokenHash = sha256(token);
  const madeBefore = async () => {
    const link = await findApprovalLink(db, { tokenHash });
    if (!link) return undefined;
    const reference = referenceOf(link);
    return { link, mails: (await mailStates(db, [reference])).get(reference)?.length ?? 0 };
  };
  const make = async (trx: Db) => {
    const state = await shownState(trx, noun, slug);
    if (!state) throw new AppError("not_found", "This entry does not exist or has been deleted.");
    if (state.isLive)
      throw new AppError("conflict", "There is nothing to approve: everything here is published. Save a draft first.");
    const links = await listApprovalLinks(trx, noun, slug, maxLinks);
    if (links.filter(({ revokedAt }) => revokedAt === null).length >= maxLinks)
      throw new AppError("conflict", `This entry has ${maxLinks} links. Revoke one of them first.`);
    const link = await insertApprovalLink(trx, {
      ...{ tokenHash, noun, slug, name, email },
      endsAt: new Date(now().getTime() + days * dayMs).toISOString(),
      page: noun === "site" ? page : "",
      emailKey: mailboxKey(email),
      isRequired: isRequired ? 1 : 0,
      createdBy: userId,
      createdAt: now().toISOString(),
      revokedAt: null,
    });
    await recordActivity(trx, link, "approval-asked", userId, now());
    return {
      link,
      mails: email === "" ? 0 : await queueMail(deps, trx, referenceOf(link), [{ kind: "approval-request" }]),
    };
  };
  const { link, mails } =
    (await madeBefore()) ??
    (await db
      .transaction()
      .execute(make)
      .catch(async (error) => {
        // The same call was under way and has made it first.
        const made = isUniqueViolation(error) ? await madeBefore() : undefined;
        if (!made) throw error;
        return made;
      }));
  if (mails > 0) deps.mailWakeSignal.notify();
  return { id: link.id, url: urlOf(deps, token), endsAt: link.endsAt, ...(mails > 0 && { mailedTo: email }) };
}

const urlOf = ({ config }: Pick<Deps, "config">, token: string): string => `${config.publicUrl}/approve/${token}`;

/** A link for the mail to its client; nothing if it is revoked or has ended, or its entry is gone. */
export async function linkToMail(deps: Pick<Deps, "db" | "now" | "config">, id: number) {
  const { db, now } = deps;
  const link = await findApprovalLink(db, { id });
  if (!link || link.revokedAt !== null || link.endsAt <= now().toISOString()) return undefined;
  if (!(await shownState(db, link.noun, link.slug))) return undefined;
  return { ...link, url: urlOf(deps, await makeMailedToken(db, link.tokenHash, now())) };
}

/** Sets whether publishing waits. @throws AppError `not_found` */
export async function setRequired(
  { db, now }: Pick<Deps, "db" | "now">,
  id: number,
  isRequired: boolean,
  userId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await findLockedLink(trx, id);
    const link = await updateApprovalLink(trx, id, { isRequired: isRequired ? 1 : 0 });
    if (!link || !before) throw noLink();
    if (before.isRequired === link.isRequired) return;
    await recordActivity(trx, link, isRequired ? "approval-required" : "approval-waived", userId, now());
    await releaseDraft(trx, link, now(), { isGiven: false });
  });
}

/** Revokes a link. Revoking it again is not an error. @throws AppError `not_found` */
export async function revokeLink({ db, now }: Pick<Deps, "db" | "now">, id: number, userId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await findLockedLink(trx, id);
    if (!before) throw noLink();
    if (before.revokedAt !== null) return;
    await updateApprovalLink(trx, id, { revokedAt: now().toISOString() });
    await recordActivity(trx, before, "approval-revoked", userId, now());
    await releaseDraft(trx, before, now(), { isGiven: false });
  });
}

/** A link whose answer or end may release its draft. */
async function findLockedLink(trx: Db, id: number): Promise<ApprovalLinkRow | undefined> {
  const link = await findApprovalLink(trx, { id });
  if (link) await lockDraft(trx, link);
  return link;
}

const noLink = () => new AppError("not_found", "This link does not exist any more.");

/** @throws AppError `not_found` */
export async function markNote({ db, now }: Pick<Deps, "db" | "now">, id: number, isDone: boolean): Promise<void> {
  if (!(await findApprovalNote(db, id))) throw new AppError("not_found", "This answer does not exist any more.");
  await setNoteDone(db, id, isDone ? now().toISOString() : null);
}

const recordActivity = (db: Db, { noun, slug }: ApprovalLinkRow, kind: string, userId: number | null, at: Date) =>
  insertActivity(db, { kind, subject: `${noun}/${slug}`, userId, at });

/** A link as its client finds it. */
export type OpenedLink =
  | { is: "unknown" }
  | { is: "ended"; link: ApprovalLinkRow }
  | { is: "open"; link: ApprovalLinkRow; state: ShownState };

/**
 * What a token opens. Revoked links, links to deleted entries and tokens that were never issued are all `unknown`: a
 * guess learns nothing.
 */
export async function openLink({ db, now }: Pick<Deps, "db" | "now">, token: string): Promise<OpenedLink> {
  if (!/^[\w-]{43}$/.test(token)) return { is: "unknown" };
  const link = await findApprovalLink(db, { tokenHash: await linkHashOf(db, token) });
  if (!link || link.revokedAt !== null) return { is: "unknown" };
  const state = await shownState(db, link.noun, link.slug);
  if (!state) return { is: "unknown" };
  return link.endsAt <= now().toISOString() ? { is: "ended", link } : { is: "open", link, state };
}

/**
 * Stores a client's answer and tells whoever made the link. A repeated submission is stored once.
 * @throws AppError `invalid`; `stale` if the page is no longer what the client saw; `conflict` if there is nothing to
 *   approve, or no room for more
 */
export async function receiveAnswer(
  deps: Pick<Deps, "db" | "now" | "mailer" | "config" | "mailWakeSignal">,
  linkId: number,
  { kind, name, text, spot, seen, formKey }: AnswerInput,
): Promise<void> {
  if (kind !== "approved" && !isVisible(text))
    throw refusedAt("text", kind === "changes" ? "Say what should change." : "Write your comment first.");
  const { db, now } = deps;
  const queued = await db.transaction().execute(async (trx) => {
    const link = await findLockedLink(trx, linkId);
    const state = link && (await shownState(trx, link.noun, link.slug));
    if (!link || !state || link.revokedAt !== null) throw noLink();
    if (kind !== "comment") {
      if (state.isLive) {
        const isTakenBack = (await discardedDrafts(trx, [link])).size > 0;
        const why = isTakenBack ? "the change has been taken back" : "the page has been published";
        throw new AppError("conflict", `There is nothing to approve any more: ${why}.`);
      }
      if (seen !== state.fingerprint)
        throw new AppError(
          "stale",
          "The page has been changed since you opened it. Look at it again, then answer; your words are still here.",
        );
    }
    const before = await listApprovalNotes(trx, [linkId]);
    if (before.length >= maxNotes)
      throw new AppError("conflict", "This link takes no more answers. Write to the person who sent it to you.");
    const note = await insertApprovalNote(trx, {
      ...{ linkId, kind, name, text },
      // Other words from the same form are another answer: the reply to the first may have been lost.
      formKey: sha256(formKey, kind, name, text, JSON.stringify(spot)),
      spot: spot && JSON.stringify(spot),
      seen: state.fingerprint,
      createdAt: now().toISOString(),
      doneAt: null,
    });
    if (!note) return 0;
    await recordActivity(trx, link, `approval-${kind}`, null, now());
    await releaseDraft(trx, link, now(), { isGiven: true });
    if (kind === "comment" && now().getTime() - lastMailedAt(before) < commentMailMs) return 0;
    return queueMail(deps, trx, `${link.noun}/${link.slug}`, [{ kind: "approval-answer", eventId: note.id }]);
  });
  if (queued > 0) deps.mailWakeSignal.notify();
}

/** When a comment was last mailed, in milliseconds since the epoch: the first one, then one an hour at most. */
function lastMailedAt(notes: { kind: string; createdAt: string }[]): number {
  const times = notes.filter(({ kind }) => kind === "comment").map(({ createdAt }) => Date.parse(createdAt));
  return times
    .sort((a, b) => a - b)
    .reduce((last, time) => (time - last < commentMailMs ? last : time), Number.NEGATIVE_INFINITY);
}
