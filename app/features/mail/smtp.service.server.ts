import os from "node:os";
import type { Config } from "#app/platform/config.ts";
import { type Address, isAsciiMailbox, type Mailer, type OutgoingEmail } from "#app/platform/mailer.ts";
import { beginningOf } from "#app/shared/text/beginning.ts";
import { sendWithUtf8 } from "./smtp-utf8.service.server.ts";

/**
 * The mail was not accepted. `isServerFault`: no other mail would have been either, so the rest wait until the server
 * is back.
 */
export class MailError extends Error {
  override name = "MailError";
  readonly isServerFault: boolean;
  /** There is no such mailbox (RFC 3463): retrying is pointless. */
  readonly isPermanent: boolean;
  constructor(
    message: string,
    isServerFault: boolean,
    { isPermanent = false, cause }: Partial<Pick<MailError, "isPermanent" | "cause">> = {},
  ) {
    super(message, { cause });
    this.isServerFault = isServerFault;
    this.isPermanent = isPermanent;
  }
}

/**
 * Whether mail goes out encrypted or not at all, as on the port of submission (RFC 8314): a password must not travel in
 * clear because somebody on the way has removed the offer of STARTTLS. Not within this machine, nor if it is set.
 */
export function demandsTls(smtpUrl: string): boolean {
  const { port, hostname, searchParams } = new URL(smtpUrl);
  const isHere = /^(localhost|127\..*|\[::1\])$/i.test(hostname);
  // Without a port it is this one, or that of TLS from the first byte.
  return ["587", ""].includes(port) && !isHere && !searchParams.has("ignoreTLS");
}

/**
 * What to be called in a greeting: this machine or, where its name is no domain's, as in most containers, the site.
 * Otherwise Nodemailer says [127.0.0.1], which some servers refuse.
 */
const ownName = (publicUrl = "http://localhost"): string | undefined =>
  [os.hostname(), new URL(publicUrl).hostname].find((name) => /\.[a-z][^.]*$/i.test(name));

/**
 * Long enough for servers that look into a text before they answer: whoever gives up before sends again what they have
 * taken (RFC 5321, 4.5.3.2.6). Also catches one that responds a byte at a time, which triggers no other timeout.
 */
const longestSendMs = 120_000;

/**
 * Keeps one connection open: two mails are never in transit at once, so a crash can duplicate at most one. `null`: no
 * mail server is configured.
 */
export function createMailer(
  { smtpUrl, publicUrl }: Pick<Config, "smtpUrl"> & Partial<Pick<Config, "publicUrl">>,
  sendMs = longestSendMs,
): Mailer | null {
  if (!smtpUrl) return null;
  const connectMs = Math.min(10_000, sendMs / 2);
  const options = {
    url: smtpUrl,
    pool: true as const,
    ...(demandsTls(smtpUrl) && { requireTLS: true }),
    name: ownName(publicUrl),
    maxConnections: 1,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: sendMs,
    idleTimeout: 20_000,
    // The templates are ours, but nothing in a mail may ever read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // Loaded with the first mail rather than at startup.
  const open = async () => (await import("nodemailer")).default.createTransport(options);
  let opened: ReturnType<typeof open> | undefined;
  const closing = new AbortController();
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(sendMs);
      try {
        const message = composed(mail);
        if (mail.replyTo && !isAsciiMailbox(mail.replyTo.address)) {
          // Whatever is in the way, the mail goes without it.
          const rejected = await sendWithUtf8(message, options, [signal, closing.signal]).catch(() => undefined);
          if (rejected) return rejected;
          message.replyTo = undefined;
        }
        opened ??= open();
        const transport = await opened;
        const sent = await transport.sendMail({ ...message, signal } as Parameters<typeof transport.sendMail>[0]);
        return sent.rejected.map(String);
      } catch (error) {
        throw asMailError(error, ![mail.to].flat().every(({ address }) => isAsciiMailbox(address)));
      }
    },
    close() {
      closing.abort();
      void opened?.then((transport) => transport.close());
    },
  };
}

function composed({ from, to, replyTo, autoSubmitted, headers, references, ...mail }: OutgoingEmail) {
  const { subject, text, html, messageId, date } = mail;
  const recipients = [to].flat();
  return {
    from: cleaned(from),
    to: recipients.map(cleaned),
    replyTo: replyTo && cleaned(replyTo),
    // The envelope's recipients are set explicitly and never read from a header.
    envelope: { from: from.address, to: recipients.map(({ address }) => address) },
    ...(references && { references, inReplyTo: references.at(-1) ?? "" }),
    subject: oneLine(subject),
    text,
    html,
    headers: {
      ...headers,
      ...(autoSubmitted && { "Auto-Submitted": autoSubmitted, "X-Auto-Response-Suppress": unwantedAnswers }),
    },
    messageId,
    date,
  };
}

/** Of Exchange ([MS-OXCMAIL] 2.1.3.2.20): all but NDR, the report that a mail could not be delivered. */
const unwantedAnswers = "DR, RN, NRN, OOF, AutoReply";

const cleaned = ({ name, address }: Address): Address => ({ name: oneLine(name), address });

/**
 * Makes text safe for a header: no control characters, typed or in encoded form, and no excessive length. The joiners
 * stay: Persian and Indic names are spelt with them.
 */
function oneLine(text: string): string {
  const line = text
    .replace(/(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s])+/gu, " ")
    .replaceAll("=?", "= ?")
    .trim();
  return beginningOf(line, 120);
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/**
 * The problem in plain language, followed by the server's own response. A response about this recipient or text
 * concerns only this mail, anything else every mail. Addresses are removed from the response, since it is logged and
 * outlives the lead.
 * @param needsUtf8 whether its recipient is why the sender had to ask for SMTPUTF8
 */
export function asMailError(error: unknown, needsUtf8 = false): MailError {
  if (error instanceof MailError) return error;
  const { message = String(error), code, command, responseCode, response = "" } = error as SmtpError;
  const said = withoutAddresses(response);
  const isAboutThisMail =
    ["EENVELOPE", "EMESSAGE"].includes(code ?? "") &&
    (command !== "MAIL FROM" || needsUtf8) &&
    responseCode !== 421 &&
    !aboutUs.test(said);
  const isPermanent = isAboutThisMail && isNoMailbox(said, command);
  const words = isAboutThisMail ? refusalWords(code, isPermanent) : faultWords(`${code} ${command} ${message}`);
  const answer = withoutAddresses(oneLine(message));
  // The original error contains the recipient, so it is not passed on.
  return new MailError(`${words} (${answer})`, !isAboutThisMail, { isPermanent });
}

/** The sender has to log in, or has sent too much: nothing else would be accepted either. */
const aboutUs =
  /^(?:530|53[458])\b|^[45]\d\d[ -][45]\.(?:4\.5|7\.[89])\b|not authenticated|authenticat\w+ (?:is )?required|authenticate first/i;

/**
 * Whether an answer says that the recipient's mailbox does not exist, or that no mailbox beyond ASCII is written to
 * (5.6.7, RFC 6531). RFC 3463 numbers the reasons; without a number
 * 550, 551 and 553 to RCPT may have any (RFC 5321), so the words have to say it. A full mailbox, a refused relay, a
 * quota or a policy may be otherwise tomorrow, and so may a mailbox that is disabled because it gets too much (5.2.1).
 */
function isNoMailbox(answer: string, command: string | undefined): boolean {
  const [, status] = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(answer) ?? [];
  const isPassing = passing.test(answer);
  if (status !== undefined) return /^5\.(?:1\.(?:1|2|3|6|10)|6\.7)$/.test(status) || (status === "5.2.1" && !isPassing);
  const words = answer.replaceAll("(address)", "");
  return command === "RCPT TO" && /^55[013]\b/.test(answer) && missing.every((each) => each.test(words)) && !isPassing;
}

const missing = [
  /user|recipient|mailbox|address|account/i,
  /unknown|no such|no longer|not (?:found|exist|known|valid|allowed)|n.t exist|invalid|disabled/i,
];

const passing =
  /sender|client|host|relay|auth|quota|limit|exceed|full|storage|polic|spam|block|black|denied|\brate\b|quickly|temporar|later/i;

const refusalWords = (code: string | undefined, isPermanent: boolean): string =>
  isPermanent
    ? "The mail server knows no such mailbox"
    : `The mail server refuses this ${code === "EENVELOPE" ? "recipient" : "mail"} for now`;

const untrusted =
  "The mail server has a certificate that this machine does not accept: name a file with its issuer in NODE_EXTRA_CA_CERTS or, for a server on this machine only, set SMTP_URL=smtp://localhost:25?ignoreTLS=true";

/** The first match decides. */
const faults: [RegExp, string][] = [
  [/ECONNREFUSED/, "The mail server refuses connections"],
  [/EDNS|ENOTFOUND|EAI_AGAIN/, "The mail server cannot be found"],
  [/EAUTH|AUTH/, "The mail server refuses the user name or the password"],
  [/(?<!match )certificate/i, untrusted],
  [/ETLS|certificate|\bSSL\b|\bTLS\b/i, "A secure connection to the mail server could not be established"],
  [/ETIMEDOUT|timeout|timed out|abort|never received/i, "The mail server does not answer"],
  [/MAIL FROM/, "The mail server refuses the sender"],
  [/ECONNECTION|ESOCKET|ECONNRESET|EPIPE|closed/, "The mail server closed the connection"],
];

const faultWords = (told: string): string =>
  faults.find(([sign]) => sign.test(told))?.[1] ?? "The mail server reports an error";

const withoutAddresses = (text: string): string => text.replace(/<?[^\s<>()"',;:]+@[^\s<>()"',;:]+>?/g, "(address)");
