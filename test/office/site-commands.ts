import type { BrowserCommand } from "vitest/node";
import { codeAt, stepAt } from "../../app/platform/accounts/totp.server.ts";
import { admin, makeTemplate, type Site, startSite } from "../../e2e/support/server.ts";
import { MailServer } from "../mail-server.ts";

declare module "vitest/browser" {
  interface BrowserCommands {
    /** Starts the built product for this test file and lets its `origin` call it. @returns its URL and a session */
    openSite(origin: string, mail?: "accept" | "refuse"): Promise<OpenedSite>;
    /** Logs in from another device. */
    logInElsewhere(userAgent: string): Promise<void>;
    /** The code that an authenticator app shows now. */
    codeOf(secret: string): Promise<string>;
    /** Stops the site of this file. @returns what it logged as an error */
    closeSite(): Promise<string[]>;
  }
}

/** Login data as the API returns it. */
export interface OpenedSite {
  url: string;
  user: object;
  token: string;
}

interface Opened {
  site: Site;
  mailbox?: MailServer;
}

const opened = new Map<string, Opened>();
let template: Promise<void> | undefined;

/** Makes the data of a first start, once in a run and only if a test wants it. */
const prepare = () =>
  (template ??= makeTemplate().then((remove) => {
    process.once("exit", remove);
  }));

const openSite: BrowserCommand<[origin: string, mail?: "accept" | "refuse"]> = async (
  { testPath = "" },
  origin,
  mail,
): Promise<OpenedSite> => {
  await prepare();
  const mailbox = mail && (await new MailServer().open());
  if (mailbox && mail) mailbox.behaviour = mail;
  const mailSettings = mailbox && { SMTP_URL: mailbox.url, MAIL_FROM: "Jorna <office@site.example>" };
  const site = await startSite({ CORS_ORIGINS: origin, ...mailSettings });
  opened.set(testPath, { site, mailbox });
  return { url: site.url, ...(await logIn(site)) };
};

const logInElsewhere: BrowserCommand<[userAgent: string]> = async ({ testPath = "" }, userAgent) => {
  const site = opened.get(testPath)?.site;
  if (!site) throw new Error("Open the site first.");
  await logIn(site, { "User-Agent": userAgent });
};

const closeSite: BrowserCommand<[]> = async ({ testPath = "" }): Promise<string[]> => {
  const { site, mailbox } = opened.get(testPath) ?? {};
  const errors = (site?.errors ?? []).filter((line) => line.includes('"error"'));
  await site?.close();
  await mailbox?.close();
  opened.delete(testPath);
  return errors;
};

async function logIn({ url }: Site, headers: Record<string, string> = {}): Promise<Omit<OpenedSite, "url">> {
  const response = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ user: admin }),
  });
  return (await response.json()).data;
}

const codeOf: BrowserCommand<[secret: string]> = async (_, secret) => codeAt(secret, stepAt(new Date()));

export const siteCommands = { openSite, logInElsewhere, codeOf, closeSite };
