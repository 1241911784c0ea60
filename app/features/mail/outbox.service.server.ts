import type { Db, Deps } from "#app/platform/deps.ts";
import { mailboxKey } from "#app/platform/mailbox-key.server.ts";
import { retentionTime } from "#app/platform/retention-clock.server.ts";
import { randomName, sha256 } from "#app/platform/secret.server.ts";
import { countQueued, insertMail, type QueuedMail } from "./outbox.repository.server.ts";
import { failOlder, releaseAbandoned } from "./outbox-claim.repository.server.ts";
import { giveUpMs } from "./retry-plan.service.server.ts";

/** Daily limit of mails to an unconfirmed address, whatever is entered in the forms: it may belong to a stranger. */
export const maxMailsToStranger = 3;
const dayMs = 24 * 60 * 60_000;
/** Clocks of processes differ; a time further ahead was set by a clock that has since been set back. */
const clockSkewMs = 60_000;

export interface MailToQueue {
  kind: string;
  /** The address a visitor entered; if absent, the mail goes to the company. */
  to?: string;
  /** The event of the lead that it carries, if there are several. */
  eventId?: number;
  /** How long it waits before it is sent, in case what it is about is taken back. */
  afterMs?: number;
}

/**
 * Queues the mails about a lead, in the transaction that stores it. Without a mail server nothing is queued, so that
 * configuring one later floods nobody; an address that has reached its daily limit gets no more.
 * @returns how many were queued
 */
export async function queueMail(
  { mailer, config, now }: Pick<Deps, "mailer" | "config" | "now">,
  db: Db,
  reference: string,
  mails: MailToQueue[],
): Promise<number> {
  if (!mailer) return 0;
  const { hostname } = new URL(config.publicUrl);
  const queued: QueuedMail[] = [];
  for (const { kind, to, eventId = null, afterMs = 0 } of mails) {
    const recipientHash = to === undefined ? null : hashOf(to);
    const isFull = to !== undefined && !(await mayMail(db, to, now()));
    const dueAt = new Date(now().getTime() + afterMs).toISOString();
    const messageId = `<${randomName(24)}@${hostname}>`;
    if (!isFull) queued.push({ kind, reference, recipientHash, eventId, messageId, dueAt });
  }
  await insertMail(db, queued, now());
  return queued.length;
}

/** Whether an address has not reached its daily limit. */
export async function mayMail(db: Db, to: string, at: Date): Promise<boolean> {
  const day: [Date, Date] = [new Date(at.getTime() - dayMs), new Date(at.getTime() + clockSkewMs)];
  return (await countQueued(db, hashOf(to), day, maxMailsToStranger)) < maxMailsToStranger;
}

const hashOf = (to: string): string => sha256("recipient", mailboxOf(to));

/**
 * The same for all addresses that usually reach one mailbox: `ada+site@…` is delivered to `ada@…`, and Gmail ignores
 * dots.
 */
const mailboxOf = (address: string): string =>
  mailboxKey(address)
    .replace(/\+[^@]*@/, "@")
    .replace(/^.*(?=@g(?:oogle)?mail\.com$)/, (name) => name.replaceAll(".", ""));

/**
 * Call when a process starts. `isAlone`: no other process shares the database, so all claims were left behind by a dead
 * one.
 */
export async function recoverOutbox(
  { db, now, mailer }: Pick<Deps, "db" | "now" | "mailer">,
  isAlone: boolean,
): Promise<void> {
  if (!mailer) return;
  if (isAlone) await releaseAbandoned(db, now());
  const time = await retentionTime({ db, now });
  await failOlder(db, new Date(time.getTime() - giveUpMs), "The mail server was not set up for three days");
}
