import { MailServer } from "../../test/mail-server.ts";
import { test as base } from "./fixtures.ts";

let lastFile: string | undefined;

/** `test` with a mail server whose behaviour the test controls. */
export const test = base.extend<object, { mailbox: MailServer }>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from this pattern
    async ({}, use) => {
      const mailbox = await new MailServer().open();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: "worker" },
  ],
  // Reset to its initial behaviour for each file.
  site: async ({ siteOf, mailbox }, use, { file }) => {
    if (file !== lastFile) mailbox.behaviour = "accept";
    lastFile = file;
    await use(await siteOf(file));
  },
  problems: async ({ problems }, use) => {
    // The server looks at its mail once a minute, so what one test provokes may be logged in another.
    problems.expect(/^server: .*"alert began".*"kind":"mail"/);
    await use(problems);
  },
  environment: [
    ({ mailbox }, use) => use({ SMTP_URL: mailbox.url, MAIL_FROM: "Jorna <office@site.example>" }),
    { scope: "worker" },
  ],
});
