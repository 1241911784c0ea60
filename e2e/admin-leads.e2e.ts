import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, logIn, loginAsAdmin } from "./support/fixtures.ts";
import { holdNotice } from "./support/hold-notice.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeOf, writeLead } from "./support/office.ts";
import { slowDown } from "./support/slow-device.ts";
import { test } from "./support/with-mail.ts";

// The inbox in two panes: the list, the message beside it at its own address, what the office makes of it, and keys for
// all of it.

const line = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });
const lead = (page: Page, name: string) => page.getByRole("region", { name });

/** A mail program that opens would leave the page. */
const keepMailProgramShut = (page: Page) =>
  page.addInitScript(() =>
    addEventListener("click", (event) => {
      if ((event.target as Element).closest?.("a[href^='mailto:']")) event.preventDefault();
    }),
  );

test("a message opens beside the list, is marked as read, and survives Back and a reload", async ({ page }) => {
  await writeLead(page.request, "Augusta King", { message: "First line\nSecond line\nThird line" });
  await writeLead(page.request, "Edith Wharton", { message: "<img src=x onerror=alert(1)>" });
  await logIn(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/admin/quote");
  const ada = line(page, "Augusta King");
  await expect(ada.getByText("Unread", { exact: true })).toBeAttached();
  for (const text of ["augusta.king@example.com", "First line", "New"]) await expect(ada).toContainText(text);
  await expect(ada.getByText("Third line")).toBeInViewport();
  await page.getByRole("button", { name: "Show rows" }).click();
  await expect.poll(async () => (await ada.boundingBox())?.height).toBe(44);
  await ada.getByRole("link", { name: "Augusta King" }).press("Enter");
  await expect(page).toHaveURL(/\/admin\/quote\/[a-z0-9]{16}$/);
  await expect(page.getByRole("heading", { level: 2, name: "Augusta King" }).last()).toBeFocused();
  await expect(page).toHaveTitle(/Augusta King/);
  const pane = lead(page, "Augusta King");
  await expect(pane).toContainText("Third line");
  await expect(pane.getByRole("link", { name: "augusta.king@example.com" })).toHaveAttribute("href", /^mailto:augusta/);
  await expect(ada.getByText("Unread", { exact: true })).toHaveCount(0);
  await expect(ada).toBeVisible();
  await line(page, "Edith Wharton").getByRole("link").click();
  await expect(lead(page, "Edith Wharton")).toContainText("<img src=x onerror=alert(1)>");
  await expect(page.getByRole("main").locator("img")).toHaveCount(0);
  await page.goBack();
  await expect(pane).toContainText("Third line");
  await page.reload();
  await expect(pane).toContainText("Third line");
});

test("twenty messages fit on a 900 px screen; on a phone one replaces the list", async ({ page }) => {
  for (let n = 1; n <= 24; n++) await writeLead(page.request, `Lead ${n}`, { message: `Line one of ${n}\nLine two` });
  await logIn(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/admin/quote");
  await page.getByRole("button", { name: "Show rows" }).click();
  await expect(page.getByRole("article").nth(23)).toBeAttached();
  const whole = await page.evaluate(() => {
    const lines = [...document.querySelectorAll("main article")];
    lines[0]?.scrollIntoView({ block: "start" });
    return lines.filter((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top >= -0.5 && bottom <= innerHeight + 0.5;
    }).length;
  });
  expect(whole).toBeGreaterThanOrEqual(20);

  await page.setViewportSize({ width: 390, height: 844 });
  await line(page, "Lead 24").getByRole("link").click();
  await expect(lead(page, "Lead 24")).toContainText("Line two");
  await expect(page.getByRole("article").first()).toBeHidden();
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/quote$/);
  await expect(line(page, "Lead 24").getByRole("link")).toBeFocused();
});

test("a lead's work is saved; a typed note survives a failed save", async ({ page, problems }) => {
  problems.expect(/^500 POST/);
  problems.expect(/^console: /);
  const slug = await writeLead(page.request, "Maria Mitchell");
  await writeLead(page.request, "Maria Mitchell", { message: "A second letter." });
  await loginAsAdmin(page, `/admin/quote/${slug}`);
  const pane = lead(page, "Maria Mitchell");
  await pane.getByLabel("Status").selectOption("won");
  await expect(line(page, "Maria Mitchell").last()).toContainText("Won");
  await pane.getByLabel("Owner").selectOption({ index: 1 });
  await expect(pane).toContainText("set the status to Won");
  await pane.getByLabel("Next step").fill("Send an offer");
  await pane.getByLabel("On", { exact: true }).fill("2026-12-01");
  await page.keyboard.press("Control+s");
  await expect(pane).toContainText("set the next step: Send an offer, 2026-12-01");

  await pane.getByLabel("Private note").fill("Met at the opera.");
  await line(page, "A second letter.").getByRole("link").click();
  await expect(page.getByLabel("Private note")).toHaveValue("");
  await expect(lead(page, "Maria Mitchell").getByRole("heading", { name: "Wrote before" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Private note")).toHaveValue("Met at the opera.");
  await page.route("**/api/quote/note/*", (route) =>
    route.fulfill({ status: 500, json: { code: "unexpected", message: "Out of order.", errors: [] } }),
  );
  await pane.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("alert")).toContainText("Out of order.");
  await page.unrouteAll();
  await page.getByRole("alert").getByRole("button", { name: "Retry" }).click();
  await expect(pane.getByRole("listitem").filter({ hasText: "Met at the opera." })).toBeVisible();
  await expect(page.getByLabel("Private note")).toHaveValue("");
  await page.reload();
  await expect(pane).toContainText("Met at the opera.");
  await expect(pane.getByLabel("Next step")).toHaveValue("Send an offer");
  await expectNoAxeViolations(page);
});

test("a note that is being typed in one tab can be added from another, which shows it", async ({ page }) => {
  const slug = await writeLead(page.request, "Caroline Herschel");
  await loginAsAdmin(page, `/admin/quote/${slug}`);
  await page.getByLabel("Private note").fill("Found a comet.");
  const other = await page.context().newPage();
  await expect(async () => {
    await other.goto(`/admin/quote/${slug}`);
    await expect(other.getByLabel("Private note")).toHaveValue("Found a comet.", { timeout: 3_000 });
  }).toPass();
  await other.getByRole("button", { name: "Add note" }).click();
  await expect(other.getByRole("listitem").filter({ hasText: "Found a comet." })).toBeVisible();
  await expect(other.getByLabel("Private note")).toHaveValue("");
});

test("a reply is sent by a mail program or from the back office", async ({ page, context, mailbox }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await keepMailProgramShut(page);
  const slug = await writeLead(page.request, "Katherine Johnson", { message: "How far\nis the moon?" });
  await loginAsAdmin(page, `/admin/quote/${slug}`);
  const pane = lead(page, "Katherine Johnson");
  const reply = pane.getByRole("link", { name: "Reply" });
  const href = decodeURIComponent((await reply.getAttribute("href")) ?? "");
  const reference = `${slug.slice(0, 4)}-${slug.slice(4, 8)}`.toUpperCase();
  for (const part of ["mailto:katherine.johnson@example.com", "Hello Katherine Johnson,", "> is the moon?", reference])
    expect(href).toContain(part);
  await pane.getByRole("button", { name: "Copy address" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("katherine.johnson@example.com");
  await pane.getByLabel("Reply template").selectOption({ index: 2 });
  await expect(reply).toHaveAttribute("href", /Three%20things%20would%20help/);
  await reply.click();
  await pane.getByRole("button", { name: "Mark as replied" }).click();
  await expect(pane).toContainText("set the status to Replied");
  await expect(pane.getByText("Mark as replied?")).toHaveCount(0);

  await pane.getByRole("button", { name: "Write here" }).click();
  await pane.getByLabel("Your answer to Katherine Johnson").fill("384,400 km.");
  await page.reload();
  await expect(pane.getByLabel("Your answer to Katherine Johnson")).toHaveValue("384,400 km.");
  // Whoever changes their mind keeps what they have typed.
  await expect(reply).toHaveAttribute("href", /body=384%2C400%20km\..*is%20the%20moon/);
  await pane.getByRole("button", { name: "Send", exact: true }).dblclick();
  await expect(pane.getByRole("listitem").filter({ hasText: "384,400 km." }).first()).toBeVisible();
  await expect.poll(() => mailbox.received.filter(({ raw }) => raw.includes("384,400 km.")).length).toBe(1);
  await expect(pane).toContainText("Answer to the visitor: sent");
});

test("shortcut keys navigate and act on messages, but not while typing in a field", async ({ page }) => {
  await keepMailProgramShut(page);
  for (const name of ["One", "Two", "Three"]) await writeLead(page.request, `Key ${name}`);
  await loginAsAdmin(page, "/admin/quote?q=key");
  await expect(page.getByRole("article")).toHaveCount(3);
  // While nothing has the focus, none acts.
  await page.keyboard.press("j");
  await page.getByRole("main").focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Next message");
  await expectNoAxeViolations(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/quote\?q=key$/);
  // The screen gets the focus back one frame later.
  await expect(page.locator("main:focus, main :focus")).toHaveCount(1);
  await page.keyboard.press("j");
  await expect(lead(page, "Key Three")).toBeVisible();
  await page.keyboard.press("j");
  await expect(lead(page, "Key Two")).toBeVisible();
  await page.keyboard.press("k");
  await expect(lead(page, "Key Three")).toBeVisible();
  await page.getByLabel("Private note").pressSequentially("jkrex#?");
  await expect(page.getByLabel("Private note")).toHaveValue("jkrex#?");
  await expect(lead(page, "Key Three")).toBeVisible();
  await page.getByLabel("Private note").fill("");
  await lead(page, "Key Three").getByRole("heading", { level: 2 }).focus();
  await page.keyboard.press("r");
  await expect(page.getByText("Mark as replied?")).toBeVisible();
  await page.keyboard.press("e");
  await expect(line(page, "Key Three")).toContainText("Replied");
  await page
    .getByRole("dialog", { name: /marked as replied/ })
    .getByRole("button", { name: "Close" })
    .click();
  await expect(page.locator("main:focus, main :focus")).toHaveCount(1);
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("j");
  await expect(lead(page, "Key Two")).toBeVisible();
  await page.keyboard.press("x");
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.keyboard.press("#");
  await expect(page.getByRole("dialog", { name: "Are you sure?" })).toContainText("2 messages");
  // The message must be closed before its deletion is answered, or it would be requested once more.
  const speedUp = await slowDown(page, { processor: 20 });
  await page.getByRole("button", { name: "Yes, delete it!" }).press("Enter");
  await expect(page.getByRole("article")).toHaveCount(1);
  await speedUp();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByRole("article")).toHaveCount(3);
});

test("shortcut keys in quick succession each act on the message that the previous key opened", async ({ page }) => {
  for (const name of ["First", "Second", "Third"]) await writeLead(page.request, `Quick ${name}`);
  await loginAsAdmin(page, "/admin/quote?q=quick");
  await expect(page.getByRole("article")).toHaveCount(3);
  await page.getByRole("main").focus();
  await page.keyboard.press("j");
  await expect(lead(page, "Quick Third")).toBeVisible();
  // With not one turn of the browser between them.
  await page.evaluate(async () => {
    for (const key of ["j", "x", "j", "x"]) {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      for (let n = 0; n < 50; n++) await null;
    }
  });
  await expect(page.getByText("2 selected")).toBeVisible();
  await expect(line(page, "Quick First").getByRole("checkbox")).toBeChecked();
  await expect(line(page, "Quick Second").getByRole("checkbox")).toBeChecked();
  await expect(lead(page, "Quick First")).toBeVisible();
});

test("selected messages are exported, and deleted with one request, which one Undo reverts", async ({ page }) => {
  for (let n = 1; n <= 5; n++) await writeLead(page.request, `Many ${n}`, { message: "Selected, among many" });
  await loginAsAdmin(page, "/admin/quote?q=among");
  const lines = page.getByRole("article");
  await expect(lines).toHaveCount(5);
  await lines.nth(0).getByRole("checkbox").check();
  await lines
    .nth(3)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toContainText("4 selected");
  const saved = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Export" }).click();
  expect((await readFile(await (await saved).path(), "utf8")).trim().split("\r\n")).toHaveLength(5);

  const sent: string[] = [];
  page.on("request", (request) => request.url().includes("/quote/bulk") && sent.push(request.method()));
  await bar.getByRole("button", { name: "Delete selected" }).click();
  await expect(page.getByRole("dialog", { name: "Are you sure?" })).toContainText("4 messages will be removed.");
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  const deleted = page.getByRole("dialog", { name: "Deleted!" });
  await holdNotice(deleted);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(lines).toHaveCount(1);
  const office = await officeOf(page);
  const kept = async () => (await office.get("/quote/get-all?q=among")).length;
  await expect.poll(kept).toBe(1);
  await deleted.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("4 messages have been restored.")).toBeVisible();
  await expect(lines).toHaveCount(5);
  expect(sent).toHaveLength(2);
});
