import { expect, expectNoAxeViolations, logIn, loginAsAdmin, test } from "./support/fixtures.ts";
import { holdBack } from "./support/hold-back.ts";
import { expectSoundMarkup } from "./support/markup.ts";
import { follow, inbox } from "./support/office.ts";

/** Every screen and its heading, which differs from the one before: it tells that the screen is there. */
const screens = {
  "": "All Projects",
  create: "Add Project",
  "update/nft-marketplace": "Update Project",
  "detail/nft-marketplace": "Project Details",
  "detail/create/nft-marketplace": "Add Project Details",
  quote: "All Quotes",
  subscription: "All Subscription",
  job: "Jobs",
  "job/create": "Add Job",
  faq: "FAQ's",
  "job/update/senior-business-developer": "Add Job",
  "faq/create": "Add Question",
  "faq/update/which-industries-do-you-serve": "Update Question",
  review: "All Reviews",
  "review/create": "Add Review",
  "review/update/founder": "Update Review",
  today: "Today",
  site: "Site",
  pictures: "Pictures",
  mail: "Mail",
  "personal-data": "Personal data",
  trash: "Trash",
  account: "Account",
  "account/people": "People",
  "history/project/nft-marketplace": "History",
};

const part = Math.ceil(Object.keys(screens).length / 3);

for (let from = 0; from < Object.keys(screens).length; from += part)
  test(`each screen has valid markup, passes axe and fits 320 to 1440 px: from ${from + 1}`, async ({ page }) => {
    await loginAsAdmin(page);
    await inbox(page);
    for (const [screen, heading] of Object.entries(screens).slice(from, from + part)) {
      await follow(page, `/admin/${screen}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await expect(page).toHaveTitle(/ \| Jorna back office$/);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expectSoundMarkup(page, screen);
      await expectNoAxeViolations(page);
      const before = page.viewportSize();
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(excess, `${screen} at ${width} px`).toBeLessThanOrEqual(0);
      }
      if (before) await page.setViewportSize(before);
    }
  });

test("the login screen, open menus, dialogs and search results have valid markup", async ({ page }) => {
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("weak");
  await page.getByLabel("Email").focus();
  await expect(page.getByText("It should be a valid email address!")).toBeVisible();
  await expectSoundMarkup(page, "login");
  await loginAsAdmin(page);
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await expectSoundMarkup(page, "a card's menu");
  await expectNoAxeViolations(page);
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("dialog", { name: "Are you sure?" })).toBeVisible();
  await expectSoundMarkup(page, "the question before a delete");
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Are you sure?" })).toBeHidden();
  await page.getByRole("combobox", { name: "Search" }).fill("market");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectSoundMarkup(page, "search results");
});

test("addresses ignore letter case and a trailing slash, and an unknown one shows All Projects", async ({ page }) => {
  await logIn(page);
  for (const [address, heading] of [
    ["/ADMIN/JOB/", "Jobs"],
    ["/admin/overview?from=mail#set-up", "Today"],
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

test("the sidebar links to the main screens, marks the current one and moves the focus", async ({ page }) => {
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

test("a screen chosen while the back office is still loading receives the focus once it is shown", async ({ page }) => {
  const release = await holdBack(page, "**/api/user/me");
  await loginAsAdmin(page);
  const jobs = page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Jobs", exact: true });
  await jobs.click();
  await expect(jobs).toHaveAttribute("aria-current", "page");
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Jobs" })).toBeFocused();
});

test("on a small screen the sidebar slides in and closes by link, Escape, button and scrim", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await loginAsAdmin(page);
  const open = page.getByRole("button", { name: "Menu", exact: true });
  const panel = page.getByRole("dialog", { name: "Menu" });
  await open.click();
  await expect(panel).toBeVisible();
  await expectSoundMarkup(page, "the side panel");
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await panel.getByRole("button", { name: "Close menu" }).click();
  await expect(panel).toBeHidden();
  await open.click();
  await expect(panel).toBeVisible();
  await page.mouse.click(380, 400);
  await expect(panel).toBeHidden();
  await open.click();
  await panel.getByRole("link", { name: "Jobs" }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs");
});

test("the address of an unknown entry says so and links to the list", async ({ page, problems }) => {
  problems.expect(/^404 GET \/api\//);
  problems.expect(/^console: Loading failed/);
  await logIn(page);
  for (const [address, list] of [
    ["/admin/update/nothing", "All Projects"],
    ["/admin/detail/nothing", "All Projects"],
    ["/admin/detail/create/nothing", "All Projects"],
    ["/admin/job/update/nothing", "Jobs"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/does not exist/);
    await expect(page.locator("form")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link", { name: "Trash" })).toHaveAttribute("href", "/admin/trash");
    await page.getByRole("main").getByRole("link", { name: list }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(list);
  }
});

test("at 992 px projects stand three in a row and reviews two", async ({ page }) => {
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
  await expect.poll(inFirstRow).toBe(3);
  await page.goto("/admin/review");
  await expect(page.getByRole("article")).toHaveCount(5);
  const { data } = await (await page.request.get("/api/review/get-all")).json();
  for (const words of [data[0].company, data[0].fullName, data[0].feedback])
    await expect(page.getByRole("article").first()).toContainText(words);
  await expect(page.getByRole("article").first().locator("img")).toBeVisible();
  await expect.poll(inFirstRow).toBe(2);
});

test("a list is requested once before the scripts load, again if that fails", async ({ page, problems }) => {
  problems.expect(/^failed: GET .*get-all.*ERR_FAILED/);
  await loginAsAdmin(page);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/project/get-all")) asked.push(request.url());
  });
  const release = await holdBack(page, "**/admin/assets/*.js");
  const opened = page.reload();
  await expect.poll(() => asked.length).toBe(1);
  release();
  await opened;
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  expect(asked).toHaveLength(1);

  await page.route("**/api/project/get-all?*", (route) => route.abort(), { times: 1 });
  await page.reload();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  expect(asked).toHaveLength(3);
});
