import type { Db, Deps } from "./deps.ts";
import { insertMail } from "./outbox.repository.server.ts";
import { failOlder, releaseAbandoned } from "./outbox-claim.repository.server.ts";
import { giveUpMs } from "./retry-plan.ts";
import { randomName } from "./secret.server.ts";

/**
 * Promises mails of a lead, in the transaction that keeps it. Where no mail is set up nothing is promised, so that
 * switching mail on floods nobody.
 */
export async function promiseMail(
  { mailer, config, now }: Pick<Deps, "mailer" | "config" | "now">,
  db: Db,
  subject: string,
  kinds: string[],
): Promise<void> {
  if (!mailer) return;
  const { hostname } = new URL(config.publicUrl);
  const mails = kinds.map((kind) => ({ kind, subject, messageId: `<${randomName(24)}@${hostname}>` }));
  await insertMail(db, mails, now());
}

/** At the start of a process. `isAlone`: no other process shares the database, so what is claimed was left behind by a dead one. */
export async function tidyOutbox(
  { db, now, mailer }: Pick<Deps, "db" | "now" | "mailer">,
  isAlone: boolean,
): Promise<void> {
  if (!mailer) return;
  if (isAlone) await releaseAbandoned(db, now());
  await failOlder(db, new Date(now().getTime() - giveUpMs), "Mail was not set up for three days.");
}
