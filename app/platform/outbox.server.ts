import type { Db, Deps } from "./deps.ts";
import { countPromised, insertMail, type Promised } from "./outbox.repository.server.ts";
import { failOlder, releaseAbandoned } from "./outbox-claim.repository.server.ts";
import { retentionTime } from "./retention-clock.server.ts";
import { giveUpMs } from "./retry-plan.ts";
import { randomName, sha256 } from "./secret.server.ts";

/** So many mails go to an address that has not proved itself, in a day, whatever is entered in the forms: it may be a stranger's. */
export const mostMailsToStranger = 3;
const dayMs = 24 * 60 * 60_000;
/** Clocks of processes differ; a date further ahead is of a clock that has been put back since. */
const clockSkewMs = 60_000;

export interface MailToPromise {
  kind: string;
  /** The address, where a visitor entered it; without it the mail goes to the office. */
  to?: string;
}

/**
 * Promises mails of a lead, in the transaction that keeps it. Where no mail is set up nothing is promised, so that
 * switching mail on floods nobody; an address that had its mails of the day gets no more.
 * @returns how many were promised
 */
export async function promiseMail(
  { mailer, config, now }: Pick<Deps, "mailer" | "config" | "now">,
  db: Db,
  subject: string,
  mails: MailToPromise[],
): Promise<number> {
  if (!mailer) return 0;
  const { hostname } = new URL(config.publicUrl);
  const day: [Date, Date] = [new Date(now().getTime() - dayMs), new Date(now().getTime() + clockSkewMs)];
  const promised: Promised[] = [];
  for (const { kind, to } of mails) {
    const recipientHash = to === undefined ? null : sha256("recipient", to.toLowerCase());
    const isFull =
      recipientHash !== null &&
      (await countPromised(db, recipientHash, day, mostMailsToStranger)) >= mostMailsToStranger;
    if (!isFull) promised.push({ kind, subject, recipientHash, messageId: `<${randomName(24)}@${hostname}>` });
  }
  await insertMail(db, promised, now());
  return promised.length;
}

/** At the start of a process. `isAlone`: no other process shares the database, so what is claimed was left behind by a dead one. */
export async function tidyOutbox(
  { db, now, mailer }: Pick<Deps, "db" | "now" | "mailer">,
  isAlone: boolean,
): Promise<void> {
  if (!mailer) return;
  if (isAlone) await releaseAbandoned(db, now());
  const time = await retentionTime({ db, now });
  await failOlder(db, new Date(time.getTime() - giveUpMs), "Mail was not set up for three days.");
}
