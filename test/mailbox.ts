import { onTestFinished } from "vitest";
import { MailServer } from "./mail-server.ts";

/** A mail server for one test. */
export async function openMailbox(): Promise<MailServer> {
  const mailbox = await new MailServer().open();
  onTestFinished(() => mailbox.close());
  return mailbox;
}
