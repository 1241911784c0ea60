import { admin, expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";

test("a session that ends while a form is being filled leads through the login back to the same form", async ({
  page,
  problems,
}) => {
  problems.expect(/^401 POST/);
  problems.expect(/^console: Save failed/);
  await loginAsAdmin(page);
  await page.goto("/admin/job/create");
  await page.getByLabel("Title").fill("Night Watch");
  await page.getByLabel("Description").fill("An hour of typing.");
  const token = await page.evaluate(() => localStorage.getItem("token"));
  await page.request.post("/api/user/logout", { headers: { Authorization: `Bearer ${token}` } });
  await page.getByRole("button", { name: "Add Job" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in to the back office");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Log in" }).click();

  await expect(page).toHaveURL(/\/admin\/job\/create$/);
  await expect(page.getByLabel("Title")).toHaveValue("Night Watch");
  await expect(page.getByLabel("Description")).toHaveValue("An hour of typing.");
  await expect(page.getByText("What you typed here and did not save is back.")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("");
});

test("what is typed survives a reload, and an emptied form stays empty", async ({ page }) => {
  await loginAsAdmin(page);
  await page.goto("/admin/faq/create");
  await page.getByLabel("Question").fill("Is this kept?");
  await page.reload();
  await expect(page.getByLabel("Question")).toHaveValue("Is this kept?");
  await page.getByLabel("Question").fill("");
  await page.reload();
  await expect(page.getByLabel("Question")).toHaveValue("");
  await expect(page.getByText("did not save is back")).toHaveCount(0);
});

test("leaving a changed form asks, an unchanged one does not", async ({ page }) => {
  await loginAsAdmin(page);
  await page.goto("/admin/review/update/founder");
  await page.getByLabel("Company").fill("Another company");
  const jobs = page.getByRole("link", { name: "Jobs", exact: true });
  await jobs.click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(dialog).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("Company")).toHaveValue("Another company");
  await jobs.click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs");

  await page.goto("/admin/review/update/founder");
  await expect(page.getByLabel("Company")).toHaveValue("DeFi platform");
  await jobs.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs");
});

test("closing a changed detail asks too", async ({ page }) => {
  await loginAsAdmin(page);
  await page.goto("/admin/detail/nft-marketplace");
  await page
    .getByRole("button", { name: /Actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  const dialog = page.getByRole("dialog", { name: "Detail Edit" });
  await dialog.getByLabel("Heading").fill("Half a thought");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
  await expect(dialog.getByLabel("Heading")).toHaveValue("Half a thought");
  await page.reload();
  await expect(dialog.getByLabel("Heading"), "an interrupted change opens again").toHaveValue("Half a thought");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" }).click();
  await expect(dialog).toBeHidden();
});

for (const [what, fulfil, words] of [
  ["answers 500", { status: 500, json: { message: "Out of order." } }, "Out of order."],
  [
    "names a field",
    {
      status: 422,
      json: {
        code: "invalid",
        message: "The title is taken.",
        errors: [{ field: "title", message: "The title is taken." }],
      },
    },
    "The title is taken.",
  ],
  ["cannot be reached", null, "The server could not be reached."],
] as const)
  test(`a save keeps the form when the server ${what}`, async ({ page, problems }) => {
    problems.expect(/^(500|422) POST/);
    problems.expect(/^failed: POST/);
    problems.expect(/^console: Save failed/);
    await loginAsAdmin(page);
    await page.goto("/admin/job/create");
    await page.route("**/api/job/add", (route) =>
      fulfil ? route.fulfill(fulfil) : route.abort("internetdisconnected"),
    );
    await page.getByLabel("Title").fill("Night Watch");
    await page.getByRole("button", { name: "Add Job" }).click();
    await expect(page.getByRole("alert")).toContainText(words);
    await expect(page.getByLabel("Title")).toHaveValue("Night Watch");
    await expect(page.getByRole("status")).toHaveText("");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Add Job" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Job Added successfully" })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

test("two presses of the button save once", async ({ page }) => {
  await loginAsAdmin(page);
  await page.goto("/admin/faq/create");
  let saves = 0;
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/faq/add", async (route) => {
    saves += 1;
    await answer.promise;
    await route.continue();
  });
  await page.getByLabel("Question").fill("Once?");
  await page.getByLabel("Answer").fill("Once.");
  await page.getByLabel("Question").press("Enter");
  await page.getByLabel("Question").press("Enter");
  await expect(page.getByRole("button", { name: "Saving" })).toBeVisible();
  answer.resolve();
  await expect(page.getByRole("status").filter({ hasText: "Faq added successfully" })).toBeVisible();
  expect(saves).toBe(1);
});
