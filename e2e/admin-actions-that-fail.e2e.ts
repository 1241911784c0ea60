import type { Locator, Page } from "@playwright/test";
import { addAdministrator } from "./support/administrators.ts";
import { prepareTimeOuts } from "./support/failing-server.ts";
import { button, eachFailsThenWorks, expectFailures, said, type Write } from "./support/failing-writes.ts";
import { admin, expect, loginAsAdmin } from "./support/fixtures.ts";
import { inbox, officeOf } from "./support/office.ts";
import { test } from "./support/with-mail.ts";

test.beforeEach(async ({ page, problems }) => {
  expectFailures(problems);
  await prepareTimeOuts(page);
  await loginAsAdmin(page);
});

const run = (page: Page, writes: Omit<Write, "isNote">[]) =>
  eachFailsThenWorks(
    page,
    writes.map((write) => ({ ...write, isNote: true })),
  );

/** The list item that has this heading. */
const row = (page: Page, heading: string): Locator =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: heading }) });

/** In the pane of a message. */
const inLead = (lead: string, name: string): Write["press"] =>
  button(name, (page) => page.getByRole("region", { name: lead }));

const inRow = (heading: string, name: string): Write["press"] => button(name, (page) => row(page, heading));

/** Through the entry's menu and the question. */
const throughMenu =
  (heading: string, item: string): Write["press"] =>
  async (page, clickCount) => {
    await row(page, heading)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByRole("button", { name: "Yes, delete it!" }).click({ clickCount });
  };

const throughQuestion =
  (heading: string, name: string): Write["press"] =>
  async (page, clickCount) => {
    await inRow(heading, name)(page, 1);
    await page.getByRole("button", { name: "Yes, delete it!" }).click({ clickCount });
  };

test("deleting what the site shows", async ({ page }) => {
  const office = await officeOf(page);
  const { slug } = await office.post("/project/new", { title: "Lighthouse" });
  await office.post(`/project/detail/${slug}`, { heading: "The lens" });
  await office.post(`/project/detail/${slug}`, { heading: "The lamp" });
  await office.post("/job/add", { title: "Keeper" });
  await office.post("/faq/add", { question: "How far?", answer: "Ten miles." });
  await office.post("/review/add", { fullName: "Somebody", feedback: "We found the way." });
  const entry = (name: string, address: string, path: string): Omit<Write, "isNote"> => ({
    name,
    address,
    call: { method: "DELETE", path },
    press: throughMenu(name, "Delete"),
    done: said("Deleted!"),
  });
  await run(page, [
    entry("The lens", `/admin/detail/${slug}`, "**/api/project/detail/**"),
    entry("Lighthouse", "/admin", "**/api/project/*"),
    entry("Keeper", "/admin/job", "**/api/job/*"),
    entry("Somebody", "/admin/review", "**/api/review/*"),
    {
      ...entry("How far?", "/admin/faq", "**/api/faq/*"),
      press: throughQuestion("How far?", "Delete"),
    },
  ]);
});

test("an order, the trash and the history", async ({ page }) => {
  const office = await officeOf(page);
  await office.post("/job/add", { title: "First mate" });
  await office.post("/job/add", { title: "Second mate" });
  for (const question of ["Back again?", "Gone for good?"])
    await office.remove(`/faq/${(await office.post("/faq/add", { question, answer: "Yes." })).slug}`);
  const { slug } = await office.post("/faq/add", { question: "What do you build?", answer: "Web sites." });
  await office.put(`/faq/edit/${slug}`, { answer: "Ships." });
  await run(page, [
    {
      name: "a restore from the trash",
      address: "/admin/trash",
      call: { method: "POST", path: "**/api/trash/restore" },
      press: inRow("Back again?", "Restore"),
      done: said("“Back again?” is back in its place."),
    },
    {
      name: "the end of something in the trash",
      address: "/admin/trash",
      call: { method: "DELETE", path: "**/api/trash/*/*" },
      press: async (page, clickCount) => {
        await inRow("Gone for good?", "Delete for good")(page, 1);
        const dialog = page.getByRole("dialog", { name: "Delete for good?" });
        await dialog.getByRole("button", { name: "Delete for good" }).click({ clickCount });
      },
      done: said("“Gone for good?” is deleted for good."),
    },
    {
      name: "an old version",
      address: `/admin/history/faq/${slug}`,
      call: { method: "PUT", path: "**/api/faq/edit/*" },
      press: button("Restore this version"),
      done: said("Version 1 has been restored as a new version."),
    },
    {
      name: "an order",
      address: "/admin/job",
      call: { method: "PUT", path: "**/api/order/job/*" },
      press: async (page) => {
        await row(page, "Second mate")
          .getByRole("button", { name: /^Actions for/ })
          .click();
        await page.getByRole("menuitem", { name: "Move up" }).click();
      },
      done: said("“Second mate” is now number"),
    },
  ]);
  await page.reload();
  await expect(row(page, "Second mate")).toBeVisible();
  const names = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
  expect(names.indexOf("Second mate")).toBeLessThan(names.indexOf("First mate"));
});

test("messages and addresses, and the mail about them", async ({ page, mailbox, problems }) => {
  problems.expect(/^server: .*"(mail rejected|alert began)"/);
  mailbox.behaviour = "refuse";
  await inbox(page, "one@example.com");
  const office = await officeOf(page);
  const [{ slug }] = await office.get("/quote/get-all");
  await office.put(`/quote/${slug}`, { isRead: true });
  await expect.poll(async () => (await office.get("/mail/stuck")).length).toBe(3);
  const quote = { method: "PUT", path: "**/api/quote/*" } as const;
  const name = "Ada Lovelace";
  const email = "one@example.com";
  await run(page, [
    {
      name: "one mail again",
      address: "/admin/mail",
      call: { method: "POST", path: "**/api/mail/retry/*" },
      press: async (page, clickCount) => {
        const retry = page
          .getByRole("region", { name: "Not sent" })
          .getByRole("button", { name: "Retry", exact: true });
        await retry.first().click({ clickCount });
      },
      done: said("The mail is queued again."),
    },
    {
      name: "all mails again",
      address: "/admin/mail",
      call: { method: "POST", path: "**/api/mail/retry" },
      press: button("Retry all"),
      done: said(/queued again/),
    },
    {
      name: "a message unread",
      address: `/admin/quote/${slug}`,
      call: quote,
      press: inLead(name, "Mark unread"),
      done: (page) => page.getByRole("region", { name }).getByRole("button", { name: "Mark read" }),
    },
  ]);
  await office.put(`/quote/${slug}`, { isRead: true });
  await run(page, [
    {
      name: "a message to the spam",
      address: `/admin/quote/${slug}`,
      call: quote,
      press: inLead(name, "Spam"),
      done: said("is marked as spam."),
    },
    {
      name: "a message from the spam",
      address: `/admin/quote/${slug}?show=spam`,
      call: quote,
      press: inLead(name, "Not spam"),
      done: said("is marked as not spam."),
    },
    {
      name: "a note",
      address: `/admin/quote/${slug}`,
      call: { method: "POST", path: "**/api/quote/note/*" },
      press: async (page, clickCount) => {
        await page.getByLabel("Private note").fill("Met at the opera.");
        await inLead(name, "Add note")(page, clickCount);
      },
      done: (page) => page.getByRole("listitem").filter({ hasText: "Met at the opera." }),
    },
    {
      name: "messages marked",
      address: "/admin/quote",
      call: { method: "POST", path: "**/api/quote/bulk" },
      press: async (page) => {
        await row(page, name).getByRole("checkbox").check();
        await page.getByRole("button", { name: "Mark as" }).click();
        await page.getByRole("menuitem", { name: "Won" }).click();
      },
      done: said("1 message marked as won."),
    },
    {
      name: "a message deleted",
      address: "/admin/quote",
      call: { method: "DELETE", path: "**/api/quote/*" },
      press: throughQuestion(name, "Delete"),
      done: said("Deleted!"),
    },
    {
      name: "a subscriber asked again",
      address: "/admin/subscription",
      call: { method: "POST", path: "**/api/subscription/retry-mail/*" },
      press: inRow(email, "Ask again"),
      done: said(`${email} is asked again.`),
    },
    {
      name: "a subscription deleted",
      address: "/admin/subscription",
      call: { method: "DELETE", path: "**/api/subscription/*" },
      press: throughQuestion(email, "Delete"),
      done: said("Deleted!"),
    },
  ]);
});

test("people, invitations and sessions", async ({ page, playwright, site, problems }) => {
  // What the mail server refused in the test before is told and counted a while later.
  problems.expect(/^server: .*"(mail rejected|alert began)"/);
  const grace = await addAdministrator(page.request, "Grace Hopper");
  const office = await officeOf(page);
  await office.post("/user/invite", { fullName: "Edith Clarke", email: "edith@example.com" });
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605 Version/18.5 Mobile/15E148 Safari/604";
  const phone = await playwright.request.newContext({ baseURL: site.url, userAgent });
  await phone.post("/api/user/login", { data: { user: admin } });
  await phone.dispose();
  await run(page, [
    {
      name: "somebody removed",
      address: "/admin/account/people",
      call: { method: "DELETE", path: "**/api/user/*" },
      press: throughMenu(grace.fullName, "Remove"),
      done: said("Deleted!"),
    },
    {
      name: "an invitation withdrawn",
      address: "/admin/account/people",
      call: { method: "DELETE", path: "**/api/user/invite/*" },
      press: throughQuestion("Edith Clarke", "Withdraw"),
      done: said("Deleted!"),
    },
    {
      name: "a session ended",
      address: "/admin/account",
      call: { method: "DELETE", path: "**/api/user/session/*" },
      press: inRow("Safari on iPhone", "End"),
      done: said("The session of Safari on iPhone has ended"),
    },
  ]);
});
