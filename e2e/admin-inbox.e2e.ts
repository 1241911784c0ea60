import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { installClock, pass } from "./support/clock.ts";
import { expect, expectNoAxeViolations, loginAsAdmin } from "./support/fixtures.ts";
import { writeLead } from "./support/office.ts";
import { test } from "./support/with-mail.ts";

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });
const filter = (page: Page) => page.getByRole("search", { name: "Filter of quotes" });
/** The screen shows a change before the server has it; what follows may depend on the server. */
const changed = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());

async function openInbox(page: Page) {
  await loginAsAdmin(page, "/admin/quote");
}

test("a message stays unread until it is opened, and can be marked unread again", async ({ page }) => {
  await installClock(page);
  await writeLead(page.request, "Ada Lovelace", { message: "First line\nSecond line\nThird line\nFourth line" });
  await writeLead(page.request, "Edith Clarke");
  await openInbox(page);
  const ada = card(page, "Ada Lovelace");
  const edith = card(page, "Edith Clarke");
  const unread = ada.getByText("Unread", { exact: true });
  await expect(unread).toBeAttached();
  await pass(page, 60_000);
  await page.reload();
  await expect(unread).toBeAttached();

  const opened = changed(page);
  await ada.getByRole("link", { name: "Ada Lovelace" }).press("Enter");
  await expect(unread).toHaveCount(0);
  await opened;
  const pane = page.getByRole("region", { name: "Ada Lovelace" });
  await expect(pane).toContainText("Fourth line");
  await page.reload();
  await expect(edith.getByText("Unread", { exact: true })).toBeAttached();
  await expect(unread).toHaveCount(0);

  await pane.getByRole("button", { name: "Mark unread" }).press("Enter");
  await expect(unread).toBeAttached();
  await pass(page, 60_000);
  await expect(unread).toBeAttached();
  await edith.getByRole("link", { name: "Edith Clarke" }).click();
  await expect(edith.getByText("Unread", { exact: true })).toHaveCount(0);
  await filter(page).getByLabel("Show").selectOption("unread");
  await expect(page).toHaveURL(/\?show=unread$/);
  await expect(page.getByRole("article")).toHaveCount(1);
  const openedAgain = changed(page);
  await ada.getByRole("link", { name: "Ada Lovelace" }).click();
  await expect(unread).toHaveCount(0);
  await openedAgain;
  await page.reload();
  await expect(page.getByText("Everything is read.")).toBeVisible();
});

test("search and source filter the list and the export alike, and are kept in the address", async ({ page }) => {
  await writeLead(page.request, "Grace Hopper", { message: "=SUM(A1) of a compiler", phoneNumber: "+1 555 0100" });
  await writeLead(page.request, "Alan Turing", { message: "A machine" });
  await openInbox(page);
  await filter(page).getByLabel("Find in quotes").fill("compiler");
  await expect(page).toHaveURL(/\?q=compiler/);
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(filter(page).getByRole("status")).toHaveText("1 message");
  await filter(page).getByLabel("Source").selectOption("contact");
  await expect(page).toHaveURL(/[?&]source=contact/);
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(filter(page).getByLabel("Source")).toHaveValue("contact");

  const exported = async () => {
    const saved = page.waitForEvent("download");
    await filter(page).getByRole("button", { name: "Export CSV" }).press("Enter");
    const download = await saved;
    expect(download.suggestedFilename()).toBe("quotes.csv");
    return (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  };
  const lines = await exported();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("Full name,Email");
  expect(lines[1]).toContain("'=SUM(A1) of a compiler");

  await filter(page).getByLabel("Source").selectOption("quote");
  await expect(page.getByText("No quote matches.")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: "Show all quotes" }).click();
  await expect(filter(page).getByLabel("Find in quotes")).toHaveValue("");
  await expect(card(page, "Alan Turing")).toBeVisible();

  await page.goto("/admin/account");
  await page.getByLabel("Columns are separated by").selectOption("Semicolon");
  await page.reload();
  await expect(page.getByLabel("Columns are separated by")).toHaveValue("semicolon");
  await openInbox(page);
  await expect(card(page, "Alan Turing")).toBeVisible();
  expect((await exported())[0]).toContain("Full name;Email");
});

test("suspected spam is marked and filtered; Not spam is announced by mail", async ({ page, mailbox }) => {
  await writeLead(page.request, "Robo Caller", {}, { "Visitor-Signals": "elapsed=9000, honeypot" });
  await openInbox(page);
  const robo = card(page, "Robo Caller");
  await expect(robo.getByText("Suspected spam", { exact: true })).toBeVisible();
  await robo.getByRole("link", { name: "Robo Caller" }).click();
  const pane = page.getByRole("region", { name: "Robo Caller" });
  await expect(pane).toContainText("Spam: A field was filled in");
  await filter(page).getByLabel("Show").selectOption("wanted");
  await expect(robo).toHaveCount(0);
  await filter(page).getByLabel("Show").selectOption("spam");
  await expect(robo).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await pane.getByRole("button", { name: "Not spam" }).press("Enter");
  await expect(page.getByText("No message is suspected to be spam.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const announced = () => mailbox.received.filter(({ raw }) => /robo\.caller@|Robo Caller/.test(raw)).length;
  await expect.poll(announced).toBe(2);
  await page.getByRole("link", { name: "Show all quotes" }).click();
  await expect(robo).toBeVisible();
  await expect(robo.getByText("Suspected spam", { exact: true })).toHaveCount(0);
  await expect(page.getByText(/new message/)).toHaveCount(0);
});

test("subscriptions are filtered, asked again, exported, and restored by Undo", async ({ page }) => {
  for (const email of ["reader@example.com", "writer@example.com"])
    await page.request.post("/api/subscription/subscribe", { data: { email } });
  await loginAsAdmin(page, "/admin/subscription");
  const reader = card(page, "reader@example.com");
  await expect(reader).toContainText("Pending");
  const filter = page.getByRole("search", { name: "Filter of subscriptions" });
  const find = filter.getByLabel("Find in subscriptions");
  await expect(find, "which finds no inner parts of words").toHaveAttribute("placeholder", "A word of an address");
  await find.fill("writer");
  await expect(page.getByRole("article")).toHaveCount(1);
  const saved = page.waitForEvent("download");
  await filter.getByRole("button", { name: "Export CSV" }).click();
  expect((await readFile(await (await saved).path(), "utf8")).trim().split("\r\n")).toHaveLength(2);
  await filter.getByLabel("State").selectOption("confirmed");
  await expect(page.getByText("No subscription matches.")).toBeVisible();
  await page.getByRole("link", { name: "Show all subscriptions" }).click();
  await reader.getByRole("button", { name: "Ask again" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is asked again" })).toBeVisible();
  await reader.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(reader).toBeVisible();
});
