import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, logIn, loginAsAdmin, test as plain } from "./support/fixtures.ts";
import { holdHydration } from "./support/hold-back.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeOf } from "./support/office.ts";
import { test } from "./support/with-mail.ts";

const pane = (page: Page, name: string) => page.getByRole("region", { name });

test("mail that fails is listed with the reason, and Retry sends it", async ({ page, mailbox, problems }) => {
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
  await expectNoSidewaysScroll(page, [390, 768, 1440]);
  await expectNoAxeViolations(page);

  await page.route("**/api/mail/retry*", (route) =>
    route.fulfill({ status: 500, json: { code: "unexpected", message: "Out of order.", errors: [] } }),
  );
  await pane(page, "Not sent").getByRole("button", { name: "Retry all" }).click();
  const refused = page.getByRole("alert").filter({ hasText: "Out of order." });
  await expect(refused).toBeVisible();
  await page.unrouteAll();
  mailbox.behaviour = "accept";
  await refused.getByRole("button", { name: "Retry" }).press("Enter");
  await expect(pane(page, "Not sent").getByText("No mail is held up.")).toBeVisible();
  await expect(pane(page, "Health").getByText("Mail is working.")).toBeVisible();
});

test("an address that does not exist is no trouble with the mail server", async ({ page, mailbox, problems }) => {
  problems.expect(/^server: .*"mail rejected"/);
  mailbox.refused = ["mistyped@example.com"];
  await page.request.post("/api/quote/new", {
    data: { fullName: "Ada Lovelace", email: "mistyped@example.com", message: "An engine" },
  });
  await logIn(page);
  const office = await officeOf(page);
  await expect
    .poll(async () => (await office.get("/mail/unsent")).map(({ state }: { state: string }) => state))
    .toEqual(["failed"]);
  await page.goto("/admin/mail");
  await expect(pane(page, "Not sent").getByRole("link", { name: "mistyped@example.com" })).toBeVisible();
  await expect(pane(page, "Health").getByRole("status")).toHaveText(
    "Mail is working. One mail could not be delivered: why is below.",
  );
  await expect(pane(page, "Health").getByRole("blockquote")).toHaveCount(0);

  mailbox.refused = [];
  await pane(page, "Not sent").getByRole("button", { name: "Retry all" }).click();
  await expect(pane(page, "Health").getByText("Nothing is waiting and nothing has failed.")).toBeVisible();
});

test("failing mail is reported on Today, in sidebar and set-up tasks", async ({ page, mailbox, problems }) => {
  problems.expect(/^server: .*"mail server unavailable"/);
  await mailbox.close();
  await page.request.post("/api/quote/new", {
    data: { fullName: "Grace Hopper", email: "grace@example.com", message: "A compiler" },
  });
  await logIn(page);
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
  await expectNoSidewaysScroll(page, [390, 1440]);

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
  await expectNoSidewaysScroll(page, [390, 1440]);
  await expectNoAxeViolations(page);

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
