import { MailServer } from "../../test/mail-server.ts";
import { test as base } from "./fixtures.ts";

let lastFile: string | undefined;

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
  // Each file finds it as it was at first.
  site: async ({ siteOf, mailbox }, use, { file }) => {
    if (file !== lastFile) mailbox.behaviour = "accept";
    lastFile = file;
    await use(await siteOf(file));
  },
  environment: [
    ({ mailbox }, use) => use({ SMTP_URL: mailbox.url, MAIL_FROM: "Jorna <office@site.example>" }),
    { scope: "worker" },
  ],
});
