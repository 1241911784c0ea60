import type { Db, Deps } from "#app/platform/deps.ts";
import { retentionTime } from "#app/platform/retention-clock.server.ts";
import { randomName, sha256 } from "#app/platform/secret.server.ts";
import { countQueued, insertMail, type QueuedMail } from "./outbox.repository.server.ts";
import { failOlder, releaseAbandoned } from "./outbox-claim.repository.server.ts";
import { giveUpMs } from "./retry-plan.service.server.ts";

/** At most this many mails a day go to an unconfirmed address, whatever is entered in the forms: it may be a stranger's. */
export const mostMailsToStranger = 3;
const dayMs = 24 * 60 * 60_000;
/** Clocks of processes differ; a date further ahead is of a clock that has been put back since. */
const clockSkewMs = 60_000;

export interface MailToQueue {
  kind: string;
  /** The address, where a visitor entered it; without it the mail goes to the office. */
  to?: string;
  /** What of the lead it carries, where there are several of a kind. */
  eventId?: number;
}

/**
 * Queues the mails about a lead, in the transaction that stores it. Where no mail server is set up nothing is queued, so that
 * setting one up floods nobody; an address that has had its mails of the day gets no more.
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
  const day: [Date, Date] = [new Date(now().getTime() - dayMs), new Date(now().getTime() + clockSkewMs)];
  const queued: QueuedMail[] = [];
  for (const { kind, to, eventId = null } of mails) {
    const recipientHash = to === undefined ? null : sha256("recipient", to.toLowerCase());
    const isFull =
      recipientHash !== null && (await countQueued(db, recipientHash, day, mostMailsToStranger)) >= mostMailsToStranger;
    if (!isFull) queued.push({ kind, reference, recipientHash, eventId, messageId: `<${randomName(24)}@${hostname}>` });
  }
  await insertMail(db, queued, now());
  return queued.length;
}

/** At the start of a process. `isAlone`: no other process shares the database, so what is claimed was left behind by a dead one. */
export async function recoverOutbox(
  { db, now, mailer }: Pick<Deps, "db" | "now" | "mailer">,
  isAlone: boolean,
): Promise<void> {
  if (!mailer) return;
  if (isAlone) await releaseAbandoned(db, now());
  const time = await retentionTime({ db, now });
  await failOlder(db, new Date(time.getTime() - giveUpMs), "Mail was not set up for three days.");
}
