import { onTestFinished } from "vitest";
import { MailServer } from "./mail-server.ts";

/** A mail server for one test. */
export async function openPostbox(): Promise<MailServer> {
  const postbox = await new MailServer().open();
  onTestFinished(() => postbox.close());
  return postbox;
}
