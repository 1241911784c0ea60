import { MailServer } from "../../test/mail-server.ts";
import { test as base } from "./fixtures.ts";
import { startSite } from "./server.ts";

/** As `test`, with a mail server that the journey tells how to behave. */
export const test = base.extend<object, { mailbox: MailServer }>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const mailbox = await new MailServer().open();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ mailbox }, use) => {
      const site = await startSite({ SMTP_URL: mailbox.url, MAIL_FROM: "Jorna <office@site.example>" });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});
