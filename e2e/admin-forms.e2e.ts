import { expect, loginAsAdmin, test } from "./support/fixtures.ts";

const forms = [
  { address: "/admin/create", button: "Add Project", field: "Description", missing: "Title" },
  { address: "/admin/detail/create/nft-marketplace", button: "Add Detail", field: "Description", missing: "Heading" },
  { address: "/admin/job/create", button: "Add Job", field: "Location", missing: "Title" },
  { address: "/admin/faq/create", button: "Add Question", field: "Answer", missing: "Question" },
  { address: "/admin/review/create", button: "Add Review", field: "Company", missing: "Full name" },
];

test("a form can be sent as soon as one field holds something, and what the server misses is said in red", async ({
  page,
  problems,
}) => {
  test.slow();
  problems.expect(/^422 POST/);
  problems.expect(/^console: Save failed/);
  await loginAsAdmin(page);
  for (const { address, button, field, missing } of forms) {
    await page.goto(address);
    const send = page.getByRole("main").getByRole("button", { name: button, exact: true });
    await expect(send, address).toBeDisabled();
    await page.getByLabel(field, { exact: true }).fill("Only this");
    await expect(send, address).toBeEnabled();
    await send.click();
    const alert = page.getByRole("alert").filter({ hasText: /required/ });
    await expect(alert.first(), address).toBeVisible();
    expect(await alert.first().evaluate((element) => getComputedStyle(element).color)).not.toBe(
      await page.getByRole("heading", { level: 1 }).evaluate((element) => getComputedStyle(element).color),
    );
    await expect(page.getByLabel(missing, { exact: true }), address).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel(field, { exact: true }), address).toHaveValue("Only this");
    await page.getByLabel(field, { exact: true }).fill("");
    await expect(send, address).toBeDisabled();
  }
});

test("Add Job leads to the job's form, whether the list's address ends in a slash or not", async ({ page }) => {
  await loginAsAdmin(page);
  for (const address of ["/admin/job", "/admin/job/"]) {
    await page.goto(address);
    await page.getByRole("link", { name: "Add Job" }).click();
    await expect(page).toHaveURL(/\/admin\/job\/create$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add Job");
  }
});

test("logging out keeps a visitor's message that waits in this browser", async ({ page, problems }) => {
  problems.expect(/quote\/new|The message is kept/);
  await page.route("**/quote/new", (route) =>
    route.fulfill({ status: 503, json: { code: "unavailable", message: "Busy", errors: [] } }),
  );
  await page.goto("/#quote");
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  for (const [label, value] of Object.entries({ "Full name": "Ada", Email: "ada@example.com", Message: "Kept" }))
    await panel.getByLabel(label).fill(value);
  await page.waitForSelector("html[data-awake]", { state: "attached" });
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
