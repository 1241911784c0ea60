import type { SendMailOptions } from "nodemailer";
import type { SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";

/**
 * Sends a mail with an address beyond ASCII in its header, which servers have to agree to (SMTPUTF8, RFC 6531).
 * Nodemailer asks for it only where the envelope has such an address, so a connection of its own does.
 * @returns the recipients whom the server refused; `undefined` if it does not offer SMTPUTF8: nothing was sent
 * @throws what Nodemailer throws; also when one of the signals is aborted
 */
export async function sendWithUtf8(
  mail: SendMailOptions,
  { url, ...limits }: SMTPConnectionOptions & { url: string },
  signals: AbortSignal[],
): Promise<string[] | undefined> {
  const [{ createTransport }, { default: SMTPConnection }, { parseConnectionUrl }] = await Promise.all([
    import("nodemailer"),
    import("nodemailer/lib/smtp-connection"),
    import("nodemailer/lib/shared"),
  ]);
  const { auth, ...server } = parseConnectionUrl(url);
  const connection = new SMTPConnection({ ...limits, ...server });
  // There is no option for it.
  const commands = connection as unknown as { _sendCommand(command: string, logged?: string): void };
  const sendCommand = commands._sendCommand.bind(connection);
  commands._sendCommand = (command, logged) =>
    sendCommand(command.startsWith("MAIL FROM:") ? `${command} SMTPUTF8` : command, logged);
  const closed = new Promise<never>((_, reject) => {
    connection.on("error", reject);
    connection.on("end", () => reject(new Error("The connection was closed.")));
    for (const signal of signals) signal.addEventListener("abort", () => reject(signal.reason));
  });
  const step = <Answer>(take: (done: (error?: Error | null, answer?: Answer) => void) => void) =>
    Promise.race([
      closed,
      new Promise<Answer>((resolve, reject) =>
        take((error, answer) => (error ? reject(error) : resolve(answer as Answer))),
      ),
    ]);
  try {
    await step((done) => connection.connect(done));
    if (!/[ -]SMTPUTF8\b/i.test(String(connection.lastServerResponse))) return undefined;
    if (auth && connection.allowsAuth) await step((done) => connection.login(auth, done));
    const composer = createTransport({
      streamTransport: true,
      buffer: true,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { envelope, message } = await composer.sendMail(mail);
    const { rejected } = await step<{ rejected: string[] }>((done) => connection.send(envelope, message, done));
    return rejected;
  } finally {
    connection.close();
  }
}
