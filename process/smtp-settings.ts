import { z } from "zod";

/** The parts of the mail server's address. */
interface SmtpServer {
  scheme: string;
  host: string;
  port?: string | undefined;
  user?: string | undefined;
  password?: string | undefined;
  /** Options of the mailer, with the question mark. */
  query?: string;
}

/** Greedy before the @: a password may hold every character. */
const parts = /^(smtps?):\/\/(?:(.*)@)?([^@/?]*?)(?::([^:@/?\]]*))?\/?(\?[^@]*)?$/i;

/**
 * `smtps://user:password@mail.example.com:465` as an address with encoded credentials. These may be typed as they are,
 * with `#`, `/`, `?` or `@`, or percent-encoded.
 */
export const smtpAddress = z.string().transform((value, context) => {
  const [, scheme = "", credentials, host = "", port, query = ""] = parts.exec(value) ?? [];
  const colon = credentials?.indexOf(":") ?? -1;
  const server: SmtpServer = {
    ...{ scheme: scheme.toLowerCase(), host, port, query },
    user: colon < 0 ? credentials : credentials?.slice(0, colon),
    password: colon < 0 ? undefined : credentials?.slice(colon + 1),
  };
  const problem = problemOf(server, value);
  if (problem) context.issues.push({ code: "custom", input: value, message: problem });
  return addressOf(server);
});

/** What is wrong with which part, as the end of a sentence that begins with the name of the setting. */
function problemOf({ scheme, host, port, user, password }: SmtpServer, value: string): string | undefined {
  if (scheme === "" && /^smtps?:\/\//i.test(value))
    return "may hold nothing behind the mail server's name and port, as smtps://user:password@mail.example.com:465";
  if (scheme === "") return "has to be an address that begins with smtp:// or smtps://, as smtps://mail.example.com";
  if (!isHost(host))
    return "has to name the mail server behind its last @, as smtps://user:password@mail.example.com:465";
  if (port !== undefined && !isPort(port)) return "has to have a port from 1 to 65535 behind the mail server's name";
  if (user !== undefined && !password) return "has to have a password behind the user's name and a colon";
  return undefined;
}

const isHost = (host: string): boolean => /^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(host);
const isPort = (port: string): boolean => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;

function addressOf({ scheme, host, port, user, password, query = "" }: SmtpServer): string {
  const credentials = user === undefined ? "" : `${encoded(user)}:${encoded(password ?? "")}@`;
  return `${scheme}://${credentials}${host}${port ? `:${port}` : ""}${query}`;
}

/** What is percent-encoded already stays as it is. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(text));
  } catch {
    return encodeURIComponent(text);
  }
}

const setting = z.string().optional();

/** The settings of the mail server by parts; a password is taken as it is. */
export const smtpParts = {
  SMTP_HOST: z.string().refine(isHost, "has to be the name of the mail server alone, as mail.example.com").optional(),
  SMTP_PORT: z.string().refine(isPort, "has to be a whole number from 1 to 65535").optional(),
  SMTP_USER: setting,
  SMTP_PASSWORD: setting,
  SMTP_SECURE: z
    .enum(["on", "off"], { error: "has to be on (TLS from the first byte, port 465) or off (STARTTLS)" })
    .optional(),
};

type Settings = { [name in keyof typeof smtpParts | "SMTP_URL"]?: string | undefined };

/** The address of the mail server, from either kind of settings. `refuse`: throws a sentence. */
export function smtpUrlOf(settings: Settings, refuse: (sentence: string) => never): string | undefined {
  const { SMTP_URL, SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD, SMTP_SECURE } = settings;
  const part = Object.keys(smtpParts).find((name) => settings[name as keyof typeof smtpParts] !== undefined);
  if (part === undefined) return SMTP_URL;
  if (SMTP_URL !== undefined) refuse(`${part} and SMTP_URL are two ways to say the same: set one of them.`);
  if (SMTP_HOST === undefined) return refuse(`SMTP_HOST is needed, because ${part} is set.`);
  if (SMTP_USER === undefined && SMTP_PASSWORD !== undefined)
    refuse("SMTP_USER is needed, because SMTP_PASSWORD is set.");
  if (SMTP_USER !== undefined && SMTP_PASSWORD === undefined)
    refuse("SMTP_PASSWORD is needed, because SMTP_USER is set.");
  const isSecure = SMTP_SECURE === undefined ? SMTP_PORT === "465" : SMTP_SECURE === "on";
  const credentials = SMTP_USER && `${encodeURIComponent(SMTP_USER)}:${encodeURIComponent(SMTP_PASSWORD ?? "")}@`;
  return `${isSecure ? "smtps" : "smtp"}://${credentials ?? ""}${SMTP_HOST}${SMTP_PORT ? `:${SMTP_PORT}` : ""}`;
}
