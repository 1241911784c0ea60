import type { Locator } from "@playwright/test";
import { expect, logIn, loginAsAdmin, test } from "./support/fixtures.ts";
import { expectRed } from "./support/looks.ts";

const forms = [
  { address: "/admin/create", button: "Add Project", field: "Description", missing: "Title" },
  { address: "/admin/detail/create/nft-marketplace", button: "Add Detail", field: "Description", missing: "Heading" },
  { address: "/admin/job/create", button: "Add Job", field: "Location", missing: "Title" },
  { address: "/admin/faq/create", button: "Add Question", field: "Answer", missing: "Question" },
  { address: "/admin/review/create", button: "Add Review", field: "Company", missing: "Full name" },
];

test("a form can be sent once one field is filled; errors are shown in red", async ({ page, problems }) => {
  problems.expect(/^422 POST/);
  problems.expect(/^console: Save failed/);
  await logIn(page);
  for (const { address, button, field, missing } of forms) {
    await page.goto(address);
    const send = page.getByRole("main").getByRole("button", { name: button, exact: true });
    await expect(send, address).toBeDisabled();
    await page.getByLabel(field, { exact: true }).fill("Only this");
    await expect(send, address).toBeEnabled();
    await send.click();
    const alert = page.getByRole("alert").filter({ hasText: /required/ });
    await expect(alert.first(), address).toBeVisible();
    await expectRed(alert.first());
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectBelowEveryField(alert.first(), `${address} at ${width} px`);
    }
    await expect(page.getByLabel(missing, { exact: true }), address).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel(field, { exact: true }), address).toHaveValue("Only this");
    await page.getByLabel(field, { exact: true }).fill("");
    await expect(send, address).toBeDisabled();
  }
});

/** The server's message stands under the form, so under the last field of each of its panes. */
async function expectBelowEveryField(message: Locator, where: string) {
  const [bottom, top] = await message.evaluate((element) => {
    // Where the buttons stay in view, they cover the form above its end.
    scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    const fields = element.closest("form")?.querySelectorAll("input, textarea, [role=switch], [role=group]") ?? [];
    const bottoms = [...fields].map((field) => field.getBoundingClientRect().bottom);
    return [Math.max(...bottoms), element.getBoundingClientRect().top];
  });
  expect(top, where).toBeGreaterThanOrEqual(bottom ?? Number.POSITIVE_INFINITY);
}

test("logging out of the back office keeps a visitor's queued message", async ({ page, problems }) => {
  problems.expect(/quote\/new|The message is kept/);
  await page.route("**/quote/new", (route) =>
    route.fulfill({ status: 503, json: { code: "unavailable", message: "Busy", errors: [] } }),
  );
  await page.goto("/#quote");
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  for (const [label, value] of Object.entries({ "Full name": "Ada", Email: "ada@example.com", Message: "Kept" }))
    await panel.getByLabel(label).fill(value);
  await page.waitForSelector("html[data-hydrated]", { state: "attached" });
  await panel.getByRole("button", { name: "Send Message" }).click();
  await expect(panel.getByRole("alert")).toContainText("The message is kept");

  await loginAsAdmin(page);
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.unrouteAll();
  const sent = page.waitForResponse((response) => response.url().endsWith("/quote/new") && response.ok());
  await page.goto("/about");
  await sent;
});

test("one notice replaces the other when an entry is published or taken off the site", async ({ page, office }) => {
  const question = "On or off?";
  const { slug } = await office.post("/faq/add", { question, answer: "Both in turn." });
  await page.goto(`/admin/faq/update/${slug}`);
  const off = page.getByText("1 question taken off the site.");
  const on = page.getByText(`“${question}” is published.`);
  await page.getByRole("button", { name: "Unpublish" }).click();
  await expect(off).toBeVisible();
  const box = await off.boundingBox();
  expect(box?.x).toBeGreaterThan(800);
  expect(box?.y).toBeLessThan(160);
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(on).toBeVisible();
  // At once: both would close by themselves.
  expect(await off.count()).toBe(0);
  await page.getByRole("button", { name: "Unpublish" }).click();
  await expect(off).toBeVisible();
  expect(await on.count()).toBe(0);
});
