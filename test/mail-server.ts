import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/**
 * How a mail server behaves: accepts mail, rejects each permanently, rejects it temporarily, stays silent after the
 * text, closes the connection after the text, or accepts the mail but closes the connection before its response
 * arrives.
 */
export type Behaviour = "accept" | "refuse" | "defer" | "hang" | "drop" | "takeAndDrop";

export interface Received {
  /** How the client has greeted. */
  client: string;
  from: string;
  /** Whether it was sent by SMTPUTF8. */
  isUtf8: boolean;
  to: string[];
  /** Header names in lower case; folded lines joined, encoded words decoded. */
  headers: Record<string, string>;
  /** All header names, including repetitions. */
  headerNames: string[];
  raw: string;
  /** Both parts, decoded. */
  text: string;
}

/** A real mail server in this process. */
export class MailServer {
  readonly received: Received[] = [];
  behaviour: Behaviour = "accept";
  /** Whether it offers STARTTLS, with a certificate that it has signed itself, and that has expired. */
  hasTls = false;
  /** Whether it offers SMTPUTF8 (RFC 6531), and then takes what is sent by it. */
  utf8: "offered" | "offered and refused" | "unknown" = "offered";
  /** How long it takes over a text before it answers. */
  answerMs = 0;
  /** How many mails have been sent to it, taken or not. */
  begun = 0;
  /** Mailboxes that do not exist. */
  refused: string[] = [];
  /** What is answered to each recipient, such as `552 5.2.2 Mailbox full`; undefined: accepted. */
  answer: string | undefined;
  /** The only recipient to whom it is; undefined: each. */
  answered: string | undefined;
  #server: SMTPServer | undefined;
  #port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** Opens on the same port as before. */
  async open(): Promise<this> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: this.hasTls ? [] : ["STARTTLS"],
      hideSMTPUTF8: this.utf8 === "unknown",
      logger: false,
      closeTimeout: 1,
    });
    server.onData = (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => this.#take(Buffer.concat(chunks).toString("utf8"), session, callback));
    };
    server.onMailFrom = ({ args }, _, callback) =>
      callback(
        this.utf8 === "offered and refused" && "SMTPUTF8" in Object(args)
          ? refusal(553, "5.6.7 Not to this recipient")
          : undefined,
      );
    server.onRcptTo = ({ address }, _, callback) => {
      // Real servers often name the recipient.
      if (this.behaviour === "refuse" || this.refused.includes(address))
        callback(refusal(550, `No such mailbox: <${address}>`));
      else if (this.answer && [undefined, address].includes(this.answered))
        callback(refusal(Number.parseInt(this.answer, 10), this.answer.slice(4)));
      else if (this.behaviour === "defer") callback(refusal(451, "Try again later"));
      else callback();
    };
    server.on("error", () => {});
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", () => resolve()));
    this.#server = server;
    this.#port = (server.server.address() as AddressInfo).port;
    return this;
  }

  /** Stops listening and closes every connection. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    this.#cutLines(server);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  #take(raw: string, session: Session, callback: (error?: Error | null) => void): void {
    this.begun++;
    if (this.behaviour === "accept" || this.behaviour === "takeAndDrop") this.received.push(parse(raw, session));
    if (this.behaviour === "accept") setTimeout(callback, this.answerMs);
    else if (this.behaviour !== "hang" && this.#server) this.#cutLines(this.#server);
  }

  #cutLines(server: SMTPServer): void {
    for (const line of (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections)
      line._socket.destroy();
  }
}

interface Session {
  hostNameAppearsAs: string;
  envelope: { mailFrom: false | { address: string; args?: unknown }; rcptTo: { address: string }[] };
}

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

function parse(raw: string, { hostNameAppearsAs, envelope: { mailFrom, rcptTo } }: Session): Received {
  const [head = "", ...body] = raw.split("\r\n\r\n");
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const pairs = lines.map(
    (line) =>
      [line.slice(0, line.indexOf(":")).toLowerCase(), decodeWords(line.slice(line.indexOf(":") + 1).trim())] as const,
  );
  return {
    client: hostNameAppearsAs,
    from: mailFrom ? mailFrom.address : "",
    isUtf8: mailFrom && "SMTPUTF8" in Object(mailFrom.args),
    to: rcptTo.map(({ address }) => address),
    headers: Object.fromEntries(pairs),
    headerNames: pairs.map(([name]) => name),
    raw,
    text: decodeParts(body.join("\r\n\r\n"), head),
  };
}

function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString("utf8")
        : quotedPrintable(text.replaceAll("_", " ")),
    );
}

function decodeParts(body: string, head: string): string {
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  if (!boundary) return body;
  return body
    .split(`--${boundary}`)
    .map((part) => {
      const [partHead = "", ...rest] = part.split("\r\n\r\n");
      const text = rest.join("\r\n\r\n");
      if (/base64/i.test(partHead)) return Buffer.from(text, "base64").toString("utf8");
      return /quoted-printable/i.test(partHead) ? quotedPrintable(text) : text;
    })
    .join("\n");
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
