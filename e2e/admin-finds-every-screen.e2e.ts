import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";

const screens: Record<string, string> = {
  "/admin": "All Projects",
  "/admin/create": "Add Project",
  "/admin/update/nft-marketplace": "Update Project",
  "/admin/detail/nft-marketplace": "Project Details",
  "/admin/detail/create/nft-marketplace": "Add Project Details",
  "/admin/quote": "Quotes Not Found",
  "/admin/subscription": "All Subscription",
  "/admin/job": "Jobs",
  "/admin/job/create": "Add Job",
  "/admin/job/update/senior-business-developer": "Add Job",
  "/admin/faq": "FAQ's",
  "/admin/faq/create": "Add Question",
  "/admin/faq/update/which-industries-do-you-serve": "Update Question",
  "/admin/review": "All Reviews",
  "/admin/review/create": "Add Review",
  "/admin/review/update/founder": "Update Review",
};

test("every address of the specification shows its screen, in both themes without a fault for assistive technology", async ({
  page,
}) => {
  test.setTimeout(480_000);
  await loginAsAdmin(page);
  for (const [address, heading] of Object.entries(screens)) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(/ \| Jorna back office$/);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectNoAxeViolations(page);
  }
});

test("letter case and a trailing slash change nothing, and what matches nothing leads to the projects", async ({
  page,
}) => {
  await loginAsAdmin(page);
  for (const [address, heading] of [
    ["/ADMIN/JOB/", "Jobs"],
    ["/admin/no-such-screen", "All Projects"],
    ["/admin/login", "All Projects"],
    ["/admin/job/create/too/deep", "All Projects"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  }
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/admin/job/");
  await page.getByRole("link", { name: "Add Job" }).click();
  await expect(page).toHaveURL(/\/admin\/job\/create$/);
});

test("the side bar leads everywhere, marks where one is, and moves the focus to the new screen", async ({ page }) => {
  await loginAsAdmin(page);
  const bar = page.getByRole("navigation", { name: "Back office" });
  for (const [label, path] of [
    ["Quote", "/admin/quote"],
    ["Subscription", "/admin/subscription"],
    ["Jobs", "/admin/job"],
    ["Faq", "/admin/faq"],
    ["Review", "/admin/review"],
    ["Project", "/admin"],
  ] as const) {
    await bar.getByRole("link", { name: label, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(bar.getByRole("link", { name: label, exact: true })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }
});

test("on a small screen the side bar slides in and closes by link, Escape, button and scrim", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await loginAsAdmin(page);
  const open = page.getByRole("button", { name: "Menu", exact: true });
  const panel = page.getByRole("dialog", { name: "Menu" });
  await open.click();
  await expect(panel).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await panel.getByRole("button", { name: "Close menu" }).click();
  await expect(panel).toBeHidden();
  await open.click();
  await page.mouse.click(380, 400);
  await expect(panel).toBeHidden();
  await open.click();
  await panel.getByRole("link", { name: "Jobs" }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs");
});

test("an unknown entry is said to be missing, with a way back", async ({ page, problems }) => {
  problems.expect(/^404 GET \/api\//);
  problems.expect(/^console: Loading failed/);
  await loginAsAdmin(page);
  for (const [address, list] of [
    ["/admin/update/nothing", "All Projects"],
    ["/admin/detail/nothing", "All Projects"],
    ["/admin/detail/create/nothing", "All Projects"],
    ["/admin/job/update/nothing", "Jobs"],
    ["/admin/faq/update/nothing", "FAQ's"],
    ["/admin/review/update/nothing", "All Reviews"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/does not exist/);
    await expect(page.locator("form")).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: list }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(list);
  }
});

test("projects stand three in a row on a large screen, reviews two", async ({ page }) => {
  await page.setViewportSize({ width: 992, height: 800 });
  await loginAsAdmin(page);
  const inFirstRow = async () => {
    const tops = await page
      .getByRole("main")
      .getByRole("article")
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)));
    return tops.filter((top) => top === tops[0]).length;
  };
  await expect(page.getByRole("article")).toHaveCount(7);
  expect(await inFirstRow()).toBe(3);
  await page.goto("/admin/review");
  await expect(page.getByRole("article")).toHaveCount(5);
  expect(await inFirstRow()).toBe(2);
});

for (const width of [320, 390, 768, 1440])
  test(`nothing is cut off at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await loginAsAdmin(page);
    for (const address of [
      "/admin",
      "/admin/update/nft-marketplace",
      "/admin/job/update/senior-business-developer",
      "/admin/faq",
      "/admin/review",
    ]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(width);
    }
  });
