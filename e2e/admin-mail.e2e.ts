import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, loginAsAdmin, test as plain } from "./support/fixtures.ts";
import { holdHydration } from "./support/hold-back.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeOf } from "./support/office.ts";
import { test } from "./support/with-mail.ts";

const pane = (page: Page, name: string) => page.getByRole("region", { name });

async function shoot(page: Page) {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    if (width !== 768) await expectNoAxeViolations(page);
  }
}

test("mail that fails is listed with the mail server's answer, and Retry sends it", async ({
  page,
  mailbox,
  problems,
}) => {
  problems.expect(/^server: .*"mail rejected"/);
  problems.expect(/^(500|503) POST \/api\/mail\/retry/);
  problems.expect(/^console: The mail/);
  mailbox.behaviour = "refuse";
  await page.request.post("/api/quote/new", {
    data: { fullName: "Ada Lovelace", email: "ada@example.com", message: "An engine" },
  });
  await loginAsAdmin(page);
  await page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Mail" }).press("Enter");
  await expect(page).toHaveURL(/\/admin\/mail$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mail");
  const office = await officeOf(page);
  await expect.poll(async () => (await office.get("/mail/unsent")).length).toBe(2);
  await page.reload();
  await expect(pane(page, "Health").getByText("Mail is held up.")).toBeVisible();
  await expect(pane(page, "Not sent").getByRole("listitem")).toHaveCount(2);
  await expect(pane(page, "Health").getByRole("blockquote")).toContainText("No such mailbox");
  const link = pane(page, "Not sent").getByRole("link", { name: "ada@example.com" }).first();
  await expect(link).toHaveAttribute("href", "/admin/quote?q=ada%40example.com");
  await shoot(page);

  await page.route("**/api/mail/retry*", (route) =>
    route.fulfill({ status: 500, json: { code: "unexpected", message: "Out of order.", errors: [] } }),
  );
  await pane(page, "Not sent").getByRole("button", { name: "Retry all" }).click();
  const refused = page.getByRole("alert").filter({ hasText: "Out of order." });
  await expect(refused).toBeVisible();
  await page.unrouteAll();
  mailbox.behaviour = "accept";
  await refused.getByRole("button", { name: "Retry" }).press("Enter");
  await expect(pane(page, "Not sent").getByText("All mail has been sent.")).toBeVisible();
  await expect(pane(page, "Health").getByText("Mail is working.")).toBeVisible();
});

test("a visitor's address that does not exist is listed, and not taken for trouble with the mail server", async ({
  page,
  mailbox,
  problems,
}) => {
  problems.expect(/^server: .*"mail rejected"/);
  mailbox.refused = ["mistyped@example.com"];
  await page.request.post("/api/quote/new", {
    data: { fullName: "Ada Lovelace", email: "mistyped@example.com", message: "An engine" },
  });
  await loginAsAdmin(page);
  const office = await officeOf(page);
  await expect
    .poll(async () => (await office.get("/mail/unsent")).map(({ state }: { state: string }) => state))
    .toEqual(["failed"]);
  await page.goto("/admin/mail");
  await expect(pane(page, "Not sent").getByRole("link", { name: "mistyped@example.com" })).toBeVisible();
  await expect(pane(page, "Health").getByRole("status")).toHaveText(
    "Mail is working. One mail could not be delivered to a visitor’s address; it may be mistyped.",
  );
  await expect(pane(page, "Health").getByRole("blockquote")).toHaveCount(0);

  mailbox.refused = [];
  await pane(page, "Not sent").getByRole("button", { name: "Retry all" }).click();
  await expect(pane(page, "Health").getByText("Nothing is waiting and nothing has failed.")).toBeVisible();
});

test("failing mail is reported on Today, in the sidebar and among the set-up tasks", async ({
  page,
  mailbox,
  problems,
}) => {
  problems.expect(/^server: .*"mail server unavailable"/);
  await mailbox.close();
  await page.request.post("/api/quote/new", {
    data: { fullName: "Grace Hopper", email: "grace@example.com", message: "A compiler" },
  });
  await loginAsAdmin(page);
  const line = page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Mail" });
  await page.goto("/admin/today");
  const alert = page.getByRole("alert").filter({ hasText: "The mail server refuses connections; 2 mails wait." });
  const office = await officeOf(page);
  const told = async () => (await office.get("/today")).alerts.map(({ message }: { message: string }) => message);
  await expect.poll(told).toEqual([expect.stringContaining("2 mails wait")]);
  await page.reload();
  await expect(alert).toBeVisible();
  await expect(line).toHaveAccessibleDescription("! mail is not being delivered");
  const task = page.getByRole("region", { name: "Set-up" }).getByRole("listitem").filter({ hasText: "Connect a mail" });
  await expect(task).toContainText("The mail server refuses connections; 2 mails wait.");
  await shoot(page);

  await page.goto("/admin/mail");
  await expect(pane(page, "Health")).toContainText("The mail server refuses connections");
  await expect(pane(page, "Not sent").getByRole("button", { name: "Retry all" })).toBeVisible();
  await mailbox.open();
  // By a call: the server tries by itself too, and the button goes as soon as that has worked.
  await office.post("/mail/retry", {});
  await expect(pane(page, "Health").getByText("Mail is working.")).toBeVisible();
  await expect(line).toHaveAccessibleDescription("");
  await page.goto("/admin/today");
  await expect(page.getByRole("region", { name: "Set-up" })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("a test mail is sent; a refusal by the mail server, an invalid address and a lost connection are reported", async ({
  page,
  mailbox,
  problems,
}) => {
  problems.expect(/^console: Sending failed/);
  mailbox.behaviour = "accept";
  await loginAsAdmin(page, "/admin/mail");
  const form = pane(page, "Test mail");
  await form.getByLabel("To").fill("grace@example.com");
  await form.getByLabel("To").press("Enter");
  await expect(form.getByRole("status")).toContainText("Sent to grace@example.com.");
  expect(mailbox.received.map(({ to }) => to)).toContainEqual(["grace@example.com"]);
  mailbox.behaviour = "refuse";
  await form.getByRole("button", { name: "Send Test Mail" }).click();
  await expect(form.getByRole("alert").filter({ hasText: "No such mailbox" })).toBeVisible();
  await expectNoAxeViolations(page);
  mailbox.behaviour = "accept";
});

plain("without a mail server the Mail screen says that no mail is sent", async ({ page }) => {
  await loginAsAdmin(page, "/admin/mail");
  await expect(page.getByText("No mail goes out: neither SMTP_HOST nor SMTP_URL is set.")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Send Test Mail" })).toHaveCount(0);
  await expectNoAxeViolations(page);
});

test("retention periods are saved, and a failed save keeps what was typed", async ({ page, problems }) => {
  problems.expect(/^500 PUT \/api\/site\/edit/);
  problems.expect(/^console: Save failed/);
  await loginAsAdmin(page, "/admin/personal-data");
  const quotes = page.getByLabel("Messages");
  await expect(quotes).toHaveValue("0");
  await quotes.fill("ten");
  await page.getByRole("button", { name: "Save Periods" }).click();
  await expect(page.getByText("A period is a whole number of days").first()).toBeVisible();
  await expect(quotes).toBeFocused();
  await expectNoAxeViolations(page);
  await quotes.fill("3650");
  await page.route("**/api/site/edit", (route) =>
    route.fulfill({ status: 500, json: { code: "unexpected", message: "Out of order.", errors: [] } }),
  );
  // Erasing what is kept today is asked for first.
  const question = page.getByRole("dialog", { name: "Keep data for a shorter time?" });
  await quotes.press("Enter");
  await expect(question).toContainText(/Nothing is older than that today\.|\d messages? (is|are) older than that/);
  await expectNoAxeViolations(page);
  await question.getByRole("button", { name: "Leave as it is" }).click();
  await expect(page.getByRole("alert")).toContainText("Nothing was saved.");
  await quotes.press("Enter");
  await question.getByRole("button", { name: "Save and erase" }).click();
  await expect(page.getByRole("alert")).toContainText("Out of order.");
  await page.unrouteAll();
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(quotes).toHaveValue("3650");
  await quotes.press("Enter");
  await question.getByRole("button", { name: "Save and erase" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Periods saved" })).toBeVisible();
  await page.reload();
  await expect(quotes).toHaveValue("3650");
  await page.goto("/privacy");
  await expect(page.getByText(/10 years|3,?650 days/)).toBeVisible();
});

plain("a person is erased after confirmation, with a receipt that can be downloaded", async ({ page }) => {
  await page.request.post("/api/quote/new", {
    data: { fullName: "Eve Example", email: "eve@example.com", message: "Forget me" },
  });
  await page.request.post("/api/subscription/subscribe", { data: { email: "Eve@example.com" } });
  await loginAsAdmin(page, "/admin/personal-data");
  const erase = pane(page, "Erase a person");
  const email = erase.getByLabel("E-mail address of the person");
  await email.fill("eve@");
  await email.press("Enter");
  await expect(erase.getByText("It should be a valid email address!")).toBeVisible();
  await email.fill("eve@example.com");
  await email.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Erase this person?" });
  await expect(dialog).toContainText("eve@example.com");
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Keep it" }).press("Enter");
  await expect(email).toHaveValue("eve@example.com");

  await email.press("Enter");
  await dialog.getByRole("button", { name: "Erase for good" }).click();

  await expect(erase.getByRole("heading", { name: "Erased" })).toBeFocused();
  const receipt = erase.getByLabel("Receipt");
  await expect(receipt).toHaveValue(/E-mail address: eve@example\.com[\s\S]*Messages: 1\nSubscriptions: 1/);
  await expect(receipt).toHaveValue(/gone from the database file after the night to \d{4}-\d\d-\d\d\./);
  const saved = page.waitForEvent("download");
  await erase.getByRole("button", { name: "Download" }).click();
  expect(await readFile(await (await saved).path(), "utf8")).toBe(await receipt.inputValue());
  await shoot(page);

  // As after an answer that was lost: it is not said that there was nothing.
  await email.fill("eve@example.com");
  await email.press("Enter");
  await dialog.getByRole("button", { name: "Erase for good" }).click();
  await expect(erase.getByRole("heading", { name: "No visitor’s data is stored for this address" })).toBeFocused();
  await expect(receipt).toHaveValue(/Messages: 0[\s\S]*What an earlier erasure has counted is not counted again\./);
});

test("a subscription confirmed while the page is hydrating is confirmed", async ({ page, mailbox }) => {
  const letters = mailbox.received.length;
  await page.request.post("/api/subscription/subscribe", { data: { email: "ada@early.example" } });
  const link = () => /\/newsletter\/confirm\/\w+/.exec(mailbox.received[letters]?.text ?? "")?.[0] ?? "";
  await expect.poll(link).not.toBe("");
  const release = await holdHydration(page);
  await page.goto(link());
  const button = page.locator("main form").getByRole("button");
  const before = await button.innerText();
  const requested = page.waitForRequest("**/assets/hydrate-*.js");
  // Twice: the first movement that a browser reports may be none.
  for (const place of [9, 12]) await page.mouse.move(place, place);
  await requested;
  await button.click();
  release();
  await expect(button).not.toHaveText(before);
  await expect(page).toHaveURL(/\/newsletter\/confirm\/\w+$/);
});
