import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { codeAt, stepAt } from "../app/platform/accounts/totp.server.ts";
import { addAdministrator, heading, logInAs } from "./support/administrators.ts";
import { expect, expectNoAxeViolations, forgetLogin, test } from "./support/fixtures.ts";

/** What the authenticator app shows, now or a step ahead: a code counts once, and the next step is taken already. */
const shown = (secret: string, ahead = 0) => codeAt(secret, stepAt(new Date()) + ahead);

const pane = (page: Page) => page.getByRole("region", { name: "Second factor" });

async function begin(page: Page) {
  const ada = await addAdministrator(page.request);
  await logInAs(page, ada);
  await expect(heading(page)).toHaveText("All Projects");
  await page.goto("/admin/account");
  await pane(page).getByRole("button", { name: "Set Up" }).press("Enter");
  const password = pane(page).getByLabel("Current password");
  await expect(password).toBeFocused();
  await password.fill(ada.password);
  await password.press("Enter");
  const key = pane(page).getByLabel("Or type this key");
  return { ...ada, secret: (await key.inputValue()).replaceAll(" ", "") };
}

async function switchOn(page: Page) {
  const ada = await begin(page);
  const code = pane(page).getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  await code.fill(shown(ada.secret));
  await code.press("Enter");
  await expect(pane(page).getByRole("heading", { name: "Save these recovery codes" })).toBeFocused();
  const codes = await pane(page).getByRole("list").getByRole("listitem").allInnerTexts();
  return { ...ada, codes };
}

test("a second factor is set up by keyboard, with recovery codes", async ({ page, context, problems }) => {
  problems.expect(/^422 POST \/api\/user\/second-factor\/confirm/);
  problems.expect(/^console: Sending failed/);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { secret } = await begin(page);
  const qr = pane(page).getByRole("img", { name: "QR code for the authenticator app" });
  await expect(qr).toBeVisible();
  await expect(pane(page).getByRole("link", { name: "Open the app on this device" })).toHaveAttribute(
    "href",
    new RegExp(`^otpauth://totp/.*secret=${secret}&`),
  );
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 390, height: 844 });

  const code = pane(page).getByLabel("Code", { exact: true });
  await code.fill("000000");
  await code.press("Enter");
  await expect(pane(page).getByRole("alert")).toContainText("This code is not correct.");
  await expect(code).toBeFocused();
  await code.fill(shown(secret));
  await code.press("Enter");

  await expect(page.getByText("The second factor is on. Your other sessions have ended.")).toBeVisible();
  const codes = await pane(page).getByRole("list").getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectNoAxeViolations(page);

  await pane(page).getByRole("button", { name: "Copy" }).click();
  await expect(pane(page).getByText("Copied.")).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
  const download = page.waitForEvent("download");
  await pane(page).getByRole("button", { name: "Download" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  for (const each of codes) expect(file).toContain(each);

  await page.getByRole("link", { name: "Today" }).first().click();
  await page.getByRole("link", { name: "Back to them" }).click();
  await expect(pane(page).getByRole("list").getByRole("listitem")).toHaveText(codes);
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  const question = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  await (await question).dismiss();

  await pane(page).getByRole("button", { name: "I have saved them" }).click();
  await expect(pane(page)).toContainText("On. 10 recovery codes are left.");
  await expect(page.getByRole("heading", { name: "Second factor" })).toBeFocused();
  await pane(page).getByRole("button", { name: "New recovery codes" }).click();
  await expectNoAxeViolations(page);
});

test("logging in requires the second-factor code or a recovery code", async ({ page, problems }) => {
  problems.expect(/^401 POST \/api\/user\/login/);
  problems.expect(/^console: Login failed/);
  const ada = await switchOn(page);
  await forgetLogin(page);

  await logInAs(page, ada);
  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  await expectNoAxeViolations(page);
  await code.fill("000000");
  await code.press("Enter");
  await expect(page.getByRole("alert")).toContainText("This code is wrong or was used before.");
  await code.fill(shown(ada.secret, 1));
  await code.press("Enter");
  await expect(heading(page)).toHaveText("All Projects");

  await forgetLogin(page);
  await logInAs(page, ada);
  await code.fill((ada.codes[0] ?? "").toUpperCase());
  await code.press("Enter");
  await expect(heading(page)).toHaveText("All Projects");
  await page.goto("/admin/account");
  await expect(pane(page)).toContainText("On. 9 recovery codes are left.");
});
