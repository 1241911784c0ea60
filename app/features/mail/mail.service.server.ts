import { countMail, findMailTrouble, mailTroubleText } from "#app/features/mail/outbox.repository.server.ts";
import { asMailError, createMailer } from "#app/features/mail/smtp.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { Address, Email } from "#app/platform/mailer.ts";
import { randomName } from "#app/platform/secret.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { MailHealth } from "./mail.contract.ts";

/**
 * How outgoing mail is doing: what waits and what has failed, the newest error, and trouble with the mail server if
 * there is any.
 */
export async function mailHealth({ db, mailer }: Pick<Deps, "db" | "mailer">, from: Address): Promise<MailHealth> {
  const { waiting, failed, lastError, lastSentAt } = await countMail(db);
  const trouble = mailer ? await findMailTrouble(db) : undefined;
  const newest = lastError && {
    kind: lastError.kind,
    reference: lastError.reference,
    message: lastError.lastError ?? "",
    at: lastError.triedAt ?? "",
  };
  return {
    isConfigured: mailer !== null,
    from: from.address,
    waiting,
    failed,
    ...(trouble && { trouble: mailTroubleText(trouble) }),
    ...(newest && { lastError: newest }),
    ...(lastSentAt && { lastSentAt }),
  };
}

/** The user waits for the result, and the browser aborts a call after 10 s. */
const testTimeoutMs = 8_000;

/**
 * Sends a mail on a separate connection, bypassing the outbox, to show whether the mail server works now.
 * @throws AppError `conflict` without a mail server
 */
export async function sendTest(
  { config, now }: Pick<Deps, "config" | "now">,
  from: Address,
  email: Email,
): Promise<{ isSent: boolean; to: string; answer: string }> {
  const mailer = createMailer(config, testTimeoutMs);
  if (!mailer) throw new AppError("conflict", "No mail server is set up: neither SMTP_HOST nor SMTP_URL is set.");
  const to = [email.to]
    .flat()
    .map(({ address }) => address)
    .join(", ");
  try {
    const { hostname } = new URL(config.publicUrl);
    const messageId = `<${randomName(24)}@${hostname}>`;
    const refused = await mailer.send({ ...email, from, messageId, date: now() });
    if (refused.length > 0)
      return { isSent: false, to: refused.join(", "), answer: "The mail server has taken it for the others alone" };
    return { isSent: true, to, answer: "The mail server has accepted the mail." };
  } catch (error) {
    return { isSent: false, to, answer: asMailError(error).message };
  } finally {
    mailer.close();
  }
}
