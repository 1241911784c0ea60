import { expect, test } from "vitest";
import { commands, type Locator, page } from "vitest/browser";
import { button, eachFailsThenWorks, said, type Write, writeErrors } from "#test/office/failing-writes.ts";
import { api, expectErrors, expectNoAxeViolations, fillInboxes, setUpOffice } from "#test/office/office.tsx";

// The mail server refuses mail, so that there is mail to send again.
setUpOffice({ mail: "refuse", siteErrors: /"(mail rejected|alert began)"/ });

const run = (writes: Omit<Write, "isNote">[]) => {
  expectErrors(writeErrors);
  return eachFailsThenWorks(writes.map((write) => ({ ...write, isNote: true })));
};

/** The list item that has this heading. */
const row = (heading: string): Locator =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: heading }) });

/** In the pane of a message. */
const inLead = (lead: string, name: string): Write["press"] =>
  button(name, () => page.getByRole("region", { name: lead }));

const inRow = (heading: string, name: string): Write["press"] => button(name, () => row(heading));

/** Through the entry's menu and the question. */
const throughMenu =
  (heading: string, item: string): Write["press"] =>
  async (click) => {
    await row(heading)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: item }).click();
    await click(page.getByRole("button", { name: "Yes, delete it!" }));
  };

const throughQuestion =
  (heading: string, name: string): Write["press"] =>
  async (click) => {
    await inRow(heading, name)((target) => target.click());
    await click(page.getByRole("button", { name: "Yes, delete it!" }));
  };

test("a failed delete of a project or section is reported, and a new attempt succeeds", async () => {
  const { slug } = await api.post("/project/new", { title: "Lighthouse" });
  await api.post(`/project/detail/${slug}`, { heading: "The lens" });
  await api.post(`/project/detail/${slug}`, { heading: "The lamp" });
  const entry = (name: string, address: string, path: string): Omit<Write, "isNote"> => ({
    address,
    call: { method: "DELETE", path },
    press: throughMenu(name, "Delete"),
    done: said("Deleted!"),
  });
  await run([
    entry("The lens", `/admin/detail/${slug}`, "/api/project/detail/:project/:id"),
    entry("Lighthouse", "/admin", "/api/project/:id"),
  ]);
});

test("a failed restore, permanent delete or version restore is reported, and a new attempt succeeds", async () => {
  for (const question of ["Back again?", "Gone for good?"])
    await api.remove(`/faq/${(await api.post("/faq/add", { question, answer: "Yes." })).slug}`);
  const { slug } = await api.post("/faq/add", { question: "What do you build?", answer: "Web sites." });
  await api.put(`/faq/edit/${slug}`, { answer: "Ships." });
  await run([
    {
      address: "/admin/trash",
      call: { method: "POST", path: "/api/trash/restore" },
      press: inRow("Back again?", "Restore"),
      done: said("“Back again?” has been restored."),
    },
    {
      address: "/admin/trash",
      call: { method: "DELETE", path: "/api/trash/:kind/:id" },
      press: async (click) => {
        await inRow("Gone for good?", "Delete for good")((target) => target.click());
        const dialog = page.getByRole("dialog", { name: "Delete for good?" });
        await click(dialog.getByRole("button", { name: "Delete for good" }));
      },
      done: said("“Gone for good?” is deleted for good."),
    },
    {
      address: `/admin/history/faq/${slug}`,
      call: { method: "PUT", path: "/api/history/faq/:id" },
      press: button("Restore this version"),
      done: said("Version 1 has been restored as a new version."),
    },
  ]);
});

test("a failed change to a lead, its mail or a subscription is reported, and a new attempt succeeds", async () => {
  await fillInboxes("one@example.com");
  const [{ slug }] = await api.get("/quote/get-all");
  await api.put(`/quote/${slug}`, { isRead: true });
  await expect.poll(async () => (await api.get("/mail/unsent")).length).toBe(3);
  const mailStates = async () => (await api.get(`/quote/${slug}`)).mail.map(({ state }: { state: string }) => state);
  await expect.poll(mailStates).toEqual(["waiting", "failed"]);
  const quote = { method: "PUT", path: "/api/quote/:id" } as const;
  const name = "Ada Lovelace";
  const email = "one@example.com";
  await run([
    {
      address: `/admin/quote/${slug}`,
      open: async () => {
        const pane = page.getByRole("region", { name });
        await expect.element(pane.getByText(/^Acknowledgement to the visitor: failed after/)).toBeVisible();
        await expect.element(pane.getByText(/No such mailbox/).first()).toBeVisible();
        await expectNoAxeViolations();
      },
      call: { method: "POST", path: "/api/quote/retry-mail/:id" },
      press: inLead(name, "Retry"),
      done: said("are queued again."),
    },
    {
      address: "/admin/mail",
      call: { method: "POST", path: "/api/mail/retry/:id" },
      press: async (click) => {
        const retry = page
          .getByRole("region", { name: "Not sent" })
          .getByRole("button", { name: "Retry", exact: true });
        await click(retry.first());
      },
      done: said("The mail is queued again."),
    },
    {
      address: "/admin/quote",
      call: { method: "GET", path: "/api/quote/export" },
      press: button("Export CSV"),
    },
    {
      address: `/admin/quote/${slug}`,
      call: quote,
      press: inLead(name, "Spam"),
      done: said("is marked as spam."),
    },
    {
      address: "/admin/quote",
      call: { method: "POST", path: "/api/quote/bulk" },
      press: async () => {
        const box = row(name).getByRole("checkbox");
        await expect.element(box).toBeVisible();
        if (!(box.element() as HTMLInputElement).checked) await box.click();
        await page.getByRole("button", { name: "Mark as" }).click();
        await page.getByRole("menuitem", { name: "Won" }).click();
      },
      done: said("1 message marked as won."),
    },
    {
      address: "/admin/subscription",
      call: { method: "POST", path: "/api/subscription/retry-mail/:id" },
      press: inRow(email, "Ask again"),
      done: said(`${email} is asked again.`),
    },
  ]);
});

test("a failed removal of an invitation or session is reported, and a new attempt succeeds", async () => {
  await api.post("/user/invite", { fullName: "Edith Clarke", email: "edith@example.com" });
  await commands.logInElsewhere(
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605 Version/18.5 Mobile/15E148 Safari/604",
  );
  await run([
    {
      address: "/admin/account/people",
      call: { method: "DELETE", path: "/api/user/invite/:id" },
      press: throughQuestion("Edith Clarke", "Withdraw"),
      done: said("Deleted!"),
    },
    {
      address: "/admin/account",
      call: { method: "DELETE", path: "/api/user/session/:id" },
      press: inRow("Safari on iPhone", "End"),
      done: said("The session of Safari on iPhone has ended"),
    },
  ]);
});
