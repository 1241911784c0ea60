import type { Config } from "#app/platform/config.ts";
import type { Address, Mailer, OutgoingEmail } from "#app/platform/mailer.ts";

/**
 * The mail was not accepted. `isServerFault`: no other mail would have been either, so the rest wait until the server
 * is back.
 */
export class MailError extends Error {
  override name = "MailError";
  readonly isServerFault: boolean;
  /** The server rejected this mail permanently (RFC 5321: 5xx); retrying is pointless. */
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

/** Catches a server that responds one byte at a time, which triggers no other timeout. */
const longestSendMs = 120_000;

/**
 * Keeps one connection open: two mails are never in transit at once, so a crash can duplicate at most one. `null`: no
 * mail server is configured.
 */
export function createMailer({ smtpUrl }: Pick<Config, "smtpUrl">, timeoutMs = 20_000): Mailer | null {
  if (!smtpUrl) return null;
  const options = {
    url: smtpUrl,
    pool: true as const,
    maxConnections: 1,
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    dnsTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs,
    // The templates are ours, but nothing in a mail may ever read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // Loaded with the first mail rather than at startup.
  const open = async () => (await import("nodemailer")).default.createTransport(options);
  let opened: ReturnType<typeof open> | undefined;
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(longestSendMs);
      try {
        opened ??= open();
        const transport = await opened;
        await transport.sendMail({ ...composed(mail), signal } as Parameters<typeof transport.sendMail>[0]);
      } catch (error) {
        throw asMailError(error);
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

function composed({ from, to, replyTo, subject, text, html, autoSubmitted, headers, messageId, date }: OutgoingEmail) {
  return {
    from: cleaned(from),
    to: cleaned(to),
    replyTo: replyTo && cleaned(replyTo),
    // The envelope's recipients are set explicitly and never read from a header.
    envelope: { from: from.address, to: [to.address] },
    subject: oneLine(subject),
    text,
    html,
    headers: {
      ...headers,
      ...(autoSubmitted && { "Auto-Submitted": autoSubmitted, "X-Auto-Response-Suppress": "All" }),
    },
    messageId,
    date,
  };
}

const cleaned = ({ name, address }: Address): Address => ({ name: oneLine(name), address });

/** Makes text safe for a header: no control characters, typed or in encoded form, and no excessive length. */
function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll("=?", "= ?")
    .trim();
  return line.length <= 120 ? line : `${line.slice(0, 119).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/**
 * The problem in plain language, followed by the server's own response. A response about this recipient or text
 * concerns only this mail, anything else every mail. Addresses are removed from the response, since it is logged and
 * outlives the lead.
 */
export function asMailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const { message = String(error), code, command, responseCode } = error as SmtpError;
  const isAboutThisMail =
    ["EENVELOPE", "EMESSAGE"].includes(code ?? "") && command !== "MAIL FROM" && responseCode !== 421;
  const isPermanent = isAboutThisMail && responseCode !== undefined && responseCode >= 500;
  const words = isAboutThisMail ? refusalWords(code, isPermanent) : faultWords(`${code} ${command} ${message}`);
  const answer = withoutAddresses(oneLine(message)).slice(0, 300);
  // The original error contains the recipient, so it is not passed on.
  return new MailError(`${words} (${answer})`, !isAboutThisMail, { isPermanent });
}

const refusalWords = (code: string | undefined, isPermanent: boolean): string =>
  `The mail server refuses this ${code === "EENVELOPE" ? "recipient" : "mail"} ${isPermanent ? "for good" : "for now"}`;

/** The first match decides. */
const faults: [RegExp, string][] = [
  [/ECONNREFUSED/, "The mail server refuses connections"],
  [/EDNS|ENOTFOUND|EAI_AGAIN/, "The mail server cannot be found"],
  [/EAUTH|AUTH/, "The mail server refuses the user name or the password"],
  [/ETLS|certificate|\bSSL\b|\bTLS\b/i, "A secure connection to the mail server could not be established"],
  [/ETIMEDOUT|timeout|timed out|abort|never received/i, "The mail server does not answer"],
  [/MAIL FROM/, "The mail server refuses the sender"],
  [/ECONNECTION|ESOCKET|ECONNRESET|EPIPE|closed/, "The mail server closed the connection"],
];

const faultWords = (told: string): string =>
  faults.find(([sign]) => sign.test(told))?.[1] ?? "The mail server reports an error";

const withoutAddresses = (text: string): string => text.replace(/<?[^\s<>()"',;:]+@[^\s<>()"',;:]+>?/g, "(address)");
