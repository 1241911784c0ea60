import { stopTime } from "./support/clock.ts";
import { expect, logIn, loginAsAdmin, test } from "./support/fixtures.ts";
import { holdBack } from "./support/hold-back.ts";
import { goOffline } from "./support/offline.ts";

test("a list asked for by the document fails after ten seconds, and only once", async ({ page, problems }) => {
  problems.expect(/^console: Loading failed/);
  await loginAsAdmin(page);
  await stopTime(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.route("**/api/job/get-all*", () => {});
  const release = await holdBack(page, /\/assets\/.*\.js/);
  const request = page.waitForRequest("**/api/job/get-all*");
  await page.goto("/admin/job", { waitUntil: "commit" });
  await request;
  let ms = 7_000;
  await page.clock.runFor(ms);
  release();
  // The program waits for its timers: a few milliseconds at a time, so that hardly any pass.
  await expect(async () => {
    await page.clock.runFor(20);
    ms += 20;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs", { timeout: 500 });
  }).toPass();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toHaveCount(0);
  await page.clock.runFor(10_100 - ms);
  await expect(alert).toContainText("could not be reached");
  // Long enough for every retry and for every look whether the server is back.
  for (let minute = 0; minute < 3; minute++) await page.clock.runFor(60_000);
  // What was set going is on its way when this answer is there.
  await page.evaluate(() => fetch("/robots.txt"));
  expect(asked).not.toContain("/healthz");
  expect(asked.filter((path) => path === "/api/job/get-all")).toHaveLength(1);
});

test("while the server is unreachable Retry keeps the focus; then the list loads", async ({ page, problems }) => {
  problems.expect(/^failed: GET/);
  problems.expect(/^console: Loading failed/);
  await logIn(page);
  await page.route(/\/(api|healthz)/, (route) => route.abort("connectionrefused"));
  await page.goto("/admin/job");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("could not be reached");
  await alert.getByRole("button", { name: "Retry" }).focus();
  await page.waitForEvent("requestfailed", (request) => request.url().endsWith("/healthz"));
  await expect(alert.getByRole("button", { name: "Retry" })).toBeFocused();
  await page.unrouteAll();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs");
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("a form opened without a connection is there once it is back", async ({ page, context, problems }) => {
  problems.expect(/^failed: GET/);
  problems.expect(/^console: Loading failed/);
  await logIn(page);
  await page.goto("/admin/faq");
  const update = page.getByRole("link", { name: /^Update/ });
  await update.first().click();
  await expect(page.getByRole("textbox", { name: "Question" })).toBeVisible();
  await page.getByRole("link", { name: "Faq", exact: true }).first().click();
  await expect(update.nth(1)).toBeVisible();
  await goOffline(context);
  await update.nth(1).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("could not be reached");
  await context.setOffline(false);
  await expect(page.getByRole("textbox", { name: "Question" })).not.toHaveValue("");
});
