import { MailServer } from "../../test/mail-server.ts";
import { test as base } from "./fixtures.ts";
import { startSite } from "./server.ts";

/** As `test`, with a mail server that the journey tells how to behave. */
export const test = base.extend<object, { postbox: MailServer }>({
  postbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const postbox = await new MailServer().open();
      await use(postbox);
      await postbox.close();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ postbox }, use) => {
      const site = await startSite({ SMTP_URL: postbox.url, MAIL_FROM: "Jorna <office@site.example>" });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});
