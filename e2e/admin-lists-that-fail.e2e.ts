import type { ConsoleMessage, Page } from "@playwright/test";
import { type Failure, failing, failures, prepareTimeOuts } from "./support/failing-server.ts";
import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
import { inbox, officeOf } from "./support/office.ts";

interface Screen {
  name: string;
  /** `{faq}` stands for a question that has a history. */
  address: string;
  call: string;
  heading: string;
  /** What shows once it is loaded, where that is no heading of an entry. */
  there?: (page: Page) => ReturnType<Page["getByText"]>;
}

const firstHeading = (page: Page) => page.getByRole("heading", { level: 2 }).first();
const label = (text: string) => (page: Page) => page.getByLabel(text, { exact: true }).first();
const text = (words: string | RegExp) => (page: Page) => page.getByRole("main").getByText(words).first();

const screens: Screen[] = [
  {
    name: "the back office",
    address: "/admin",
    call: "**/api/user/me",
    heading: "Back office",
    there: (page) => page.getByRole("heading", { name: "All Projects" }),
  },
  { name: "projects", address: "/admin", call: "**/api/project/get-all*", heading: "All Projects" },
  {
    name: "a project",
    address: "/admin/update/nft-marketplace",
    call: "**/api/project/nft-marketplace",
    heading: "Update Project",
    there: label("Title"),
  },
  {
    name: "details",
    address: "/admin/detail/nft-marketplace",
    call: "**/api/project/nft-marketplace",
    heading: "Project Details",
  },
  {
    name: "a new detail",
    address: "/admin/detail/create/nft-marketplace",
    call: "**/api/project/nft-marketplace",
    heading: "Add Project Details",
    there: label("Heading"),
  },
  { name: "quotes", address: "/admin/quote", call: "**/api/quote/get-all*", heading: "All Quotes" },
  {
    name: "subscriptions",
    address: "/admin/subscription",
    call: "**/api/subscription/get-all*",
    heading: "All Subscription",
  },
  { name: "jobs", address: "/admin/job", call: "**/api/job/get-all*", heading: "Jobs" },
  {
    name: "a job",
    address: "/admin/job/update/{job}",
    call: "**/api/job/*",
    heading: "Add Job",
    there: label("Title"),
  },
  { name: "questions", address: "/admin/faq", call: "**/api/faq/get-all*", heading: "FAQ's" },
  {
    name: "a question",
    address: "/admin/faq/update/{faq}",
    call: "**/api/faq/*",
    heading: "Update Question",
    there: label("Question"),
  },
  { name: "reviews", address: "/admin/review", call: "**/api/review/get-all*", heading: "All Reviews" },
  {
    name: "a review",
    address: "/admin/review/update/founder",
    call: "**/api/review/founder",
    heading: "Update Review",
    there: label("Full name"),
  },
  {
    name: "overview",
    address: "/admin/overview",
    call: "**/api/overview",
    heading: "Overview",
    there: text("New quotes"),
  },
  {
    name: "site",
    address: "/admin/site",
    call: "**/api/site/get-all",
    heading: "Site",
    there: text("Everything is saved."),
  },
  {
    name: "history",
    address: "/admin/history/faq/{faq}",
    call: "**/api/history/**",
    heading: "History",
    there: text(/fields? differ/),
  },
  {
    name: "mail",
    address: "/admin/mail",
    call: "**/api/mail/health",
    heading: "Mail",
    there: text(/SMTP_URL is not set/),
  },
  {
    name: "personal data",
    address: "/admin/personal-data",
    call: "**/api/site/get-all",
    heading: "Personal data",
    there: label("Messages"),
  },
  { name: "trash", address: "/admin/trash", call: "**/api/trash/get-all", heading: "Trash" },
  {
    name: "second factor",
    address: "/admin/account",
    call: "**/api/user/second-factor",
    heading: "Account",
    there: (page) => page.getByRole("button", { name: "Set Up" }),
  },
  {
    name: "sessions",
    address: "/admin/account",
    call: "**/api/user/sessions",
    heading: "Account",
    there: text("This session"),
  },
  { name: "people", address: "/admin/account/people", call: "**/api/user/get-all", heading: "People" },
  {
    name: "invitations",
    address: "/admin/account/people",
    call: "**/api/user/invitations",
    heading: "People",
    there: text("Open invitations"),
  },
];

/** Something in every list, so that an empty one can only be a lie. */
async function furnished(page: Page): Promise<Record<string, string>> {
  const office = await officeOf(page);
  await inbox(page);
  const { slug } = await office.post("/faq/add", { question: "What do you build?", answer: "Web sites." });
  await office.put(`/faq/edit/${slug}`, { answer: "Web sites and apps." });
  const thrown = await office.post("/faq/add", { question: "Gone?", answer: "Yes." });
  await office.remove(`/faq/${thrown.slug}`);
  await office.post("/user/invite", { fullName: "Edith Clarke", email: `edith.${Date.now()}@example.com` });
  const [job] = await office.get("/job/get-all");
  return { faq: slug, job: job.slug };
}

let slugs: Record<string, string> | undefined;

const groups = {
  "projects and the inbox": screens.slice(0, 7),
  "jobs, questions and reviews": screens.slice(7, 13),
  "the site and what was done to it": screens.slice(13, 19),
  "accounts and administrators": screens.slice(19),
};

for (const [group, screensOfGroup] of Object.entries(groups))
  test(`${group}: a refused, late or lost answer is told and logged, never taken for empty, and can be tried again`, async ({
    page,
    problems,
  }) => {
    problems.expect(/^(400|500) GET/);
    problems.expect(/^failed: GET/);
    problems.expect(/^console: Loading failed/);
    await page.setViewportSize({ width: 390, height: 844 });
    await prepareTimeOuts(page);
    // The product shall not notice by itself that the server is back: this is about Retry.
    await page.route("**/healthz", (route) => route.abort());
    await loginAsAdmin(page);
    slugs ??= await furnished(page);
    // Every kind of failure for one screen of each group; that each reaches a screen as such an error is tested over
    // HTTP (app/browser/send.test.ts).
    for (const [place, screen] of screensOfGroup.entries())
      await test.step(screen.name, () =>
        failsUntilRetried(page, screen, place === 0 ? failures : failures.slice(0, 1)),
      );
  });

async function failsUntilRetried(
  page: Page,
  { address, call, heading, there = firstHeading }: Screen,
  [first, ...others]: readonly Failure[],
): Promise<void> {
  if (!first) return;
  const alert = page.getByRole("main").getByRole("alert");
  const retry = alert.getByRole("button", { name: "Retry" });
  let logged = 0;
  const note = (message: ConsoleMessage) => {
    if (message.type() === "error" && /^Loading failed/.test(message.text())) logged++;
  };
  page.on("console", note);

  await failing(page, { path: call }, first, async () => {
    await page.goto(address.replace(/\{(\w+)\}/, (_, key: string) => slugs?.[key] ?? ""));
    await expect(alert).toContainText(first.words);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect.poll(() => logged).toBeGreaterThan(0);
    await expect(page.getByRole("main").getByText(/Not Found|empty|Nobody has|Nothing is saved/)).toHaveCount(0);
    if (others.length > 0) await expectNoAxeViolations(page);
  });
  for (const failure of others)
    await failing(page, { path: call }, failure, async (calls) => {
      logged = 0;
      await retry.click();
      // What was lost is read once more by itself; that has to fail too before Retry is the only way.
      await expect.poll(calls).toBeGreaterThanOrEqual(failure.name === "offline" ? 2 : 1);
      await expect(alert).toContainText(failure.words);
      await expect.poll(() => logged).toBeGreaterThan(0);
      if (failure.name === "time-out") expect(calls(), "asked once").toBe(1);
      await expect(page.getByRole("main").getByText(/Not Found|empty|Nobody has|Nothing is saved/)).toHaveCount(0);
    });
  await retry.click();
  await expect(there(page)).toBeVisible();
  await expect(alert).toHaveCount(0);
  page.off("console", note);
}

test("a section that cannot be loaded for a change is told about, and Retry opens it", async ({ page, problems }) => {
  problems.expect(/^(400|500) GET/);
  problems.expect(/^failed: GET/);
  problems.expect(/^console: Loading failed/);
  problems.expect(/^console: The section could not be loaded/);
  let told = 0;
  page.on("console", (message) => (told += message.text().startsWith("The section could not be loaded") ? 1 : 0));
  await prepareTimeOuts(page);
  await loginAsAdmin(page, "/admin/detail/nft-marketplace");
  const alert = page.getByRole("alert").filter({ hasText: "The section could not be loaded." });
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Update" }).hover();
  for (const [place, failure] of failures.entries())
    await failing(page, { path: "**/api/project/detail/**" }, failure, async (calls) => {
      if (place === 0) await page.getByRole("menuitem", { name: "Update" }).click();
      else await alert.getByRole("button", { name: "Retry" }).click();
      await expect.poll(calls).toBeGreaterThan(0);
      // The alert of the try before may use the same words.
      await expect.poll(() => told).toBe(place + 1);
      await expect(alert).toContainText(failure.words);
      if (place === 0) await expectNoAxeViolations(page);
    });
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("dialog", { name: "Detail Edit" }).getByLabel("Heading")).not.toHaveValue("");
  await expect(alert).toHaveCount(0);
});

test("a list that hangs fails after ten seconds, and nothing asks for it again unasked", async ({ page, problems }) => {
  problems.expect(/^console: Loading failed/);
  await page.clock.install();
  await loginAsAdmin(page);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.route("**/api/job/get-all*", () => {});
  const request = page.waitForRequest("**/api/job/get-all*");
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  await request;
  const alert = page.getByRole("main").getByRole("alert");
  await page.clock.runFor(9_000);
  await expect(alert).toHaveCount(0);
  await page.clock.runFor(1_100);
  await expect(alert).toContainText("could not be reached");
  // Long enough for every retry and for every look whether the server is back.
  for (let minute = 0; minute < 3; minute++) await page.clock.runFor(60_000);
  // What was set going is on its way when this answer is there.
  await page.evaluate(() => fetch("/robots.txt"));
  expect(asked.filter((path) => path === "/api/job/get-all")).toHaveLength(1);
  expect(asked).not.toContain("/healthz");
});

test("a lost connection says so, and what could not be read is read when it is back", async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/^failed: GET/);
  problems.expect(/^console: Loading failed/);
  await loginAsAdmin(page);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  // The headings of the list that is left stay until the next one is there.
  await expect(page).toHaveURL(/\/admin\/job$/);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Project", exact: true }).first().click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("could not be reached");
  await context.setOffline(false);
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
});

test("a server that is away for a while is read again by itself, with the focus left where it is", async ({
  page,
  problems,
}) => {
  problems.expect(/^failed: GET/);
  problems.expect(/^console: Loading failed/);
  await loginAsAdmin(page);
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
