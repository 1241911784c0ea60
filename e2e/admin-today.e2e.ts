import { expect, expectNoAxeViolations, loginAsAdmin, shot, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { inbox, officeOf } from "./support/office.ts";

test("a strip above All Projects sums up pending work and links to Today, which links to unanswered leads", async ({
  page,
}) => {
  await loginAsAdmin(page);
  await inbox(page);
  await page.reload();
  const strip = page.getByRole("main").getByRole("link", { name: /unanswered leads?, .*left to set up/ });
  await expect(strip).toBeVisible();
  await strip.click();

  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeFocused();
  const unanswered = page.getByRole("region", { name: /^Unanswered leads/ });
  await expect(page.getByRole("img", { name: /^Leads by week: [1-9]/ })).toBeVisible();
  const lead = unanswered.getByRole("link", { name: /Ada Lovelace/ }).first();
  const address = (await lead.getAttribute("href")) ?? "";
  await expect(lead).toContainText("Nobody has taken it");
  await lead.click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await page.goBack();
  await unanswered.getByRole("link", { name: /^All \d+ unanswered$/ }).click();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("new");
  await expect(page.getByRole("combobox", { name: "Show" })).toHaveValue("wanted");

  const office = await officeOf(page);
  for (const { slug } of await office.get("/quote/get-all")) await office.put(`/quote/${slug}`, { status: "replied" });
  await page.goto("/admin/today");
  await expect(unanswered.getByText("Every lead is answered.")).toBeVisible();
  const newest = page.getByRole("region", { name: "Newest leads" });
  await expect(newest.getByRole("link", { name: /Ada Lovelace.*Waiting for the client/ }).first()).toBeVisible();
  await expect(newest.getByRole("link", { name: /^All \d+ leads$/ })).toHaveAttribute(
    "href",
    "/admin/quote?show=wanted",
  );
  await newest.getByRole("link", { name: /^\d+ waiting for the client$/ }).click();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("replied");
});

test("Today fits every width and passes axe, busy or empty; the strip is hidden when nothing is pending", async ({
  page,
}) => {
  await loginAsAdmin(page);
  const day = 24 * 60 * 60_000;
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
  const long = "We would like to see our stock, our orders and our deliveries on one page. ".repeat(3);
  const oldest = Array.from({ length: 8 }, (_, n) => ({
    slug: `quote-${n}`,
    reference: `Q-${n}`,
    fullName: n === 3 ? "An-Exceptionally-Long-Name-That-Never-Ends-And-Goes-On" : "Ada Lovelace",
    message: long,
    source: n % 2 ? "quote" : "contact",
    createdAt: ago(8 - n),
    step: "ours",
    ...(n % 3 === 1 && { owner: n === 1 ? "Edith Clarke" : "An-Owner-With-A-Very-Long-Name-Indeed-And-More" }),
  }));
  const newest = (["ours", "theirs", "theirs", "won", "lost"] as const).map((step, n) => ({
    ...oldest[n],
    slug: `newest-${n}`,
    step,
  }));
  const weeks = Array.from({ length: 12 }, (_, n) => ({
    from: ago((11 - n) * 7).slice(0, 10),
    quote: (n * 5) % 9,
    contact: (n * 3) % 4,
  }));
  const steps = [{ slug: "quote-1", fullName: "Grace Hopper", nextStep: "Send the offer", nextStepOn: "2026-11-20" }];
  const closing = [
    { slug: "past", title: "Compiler engineer", closesOn: ago(3).slice(0, 10) },
    { slug: "soon", title: "Designer of very long titles that have to end somewhere", closesOn: ago(-3).slice(0, 10) },
  ];
  const draft = { noun: "faq", author: "Grace Hopper", savedAt: ago(1), isOverdue: false, failure: null };
  const first = [
    { ...draft, slug: "timed", title: "What does it cost?", publishAt: ago(-400) },
    { ...draft, slug: "waiting", title: "A question that takes many words ".repeat(5), publishAt: null },
  ];
  const drafts = { count: 2, overdue: 0, first };
  const answer = { noun: "faq", slug: "timed", title: "What does it cost?", name: "Ada Lovelace", createdAt: ago(2) };
  const answers = {
    count: 2,
    first: [
      { ...answer, kind: "changes", text: long },
      { ...answer, kind: "approved", text: "" },
    ],
  };
  const unpublishedOf = { project: 1, job: 2, faq: 0, review: 1 };
  const figures = { newQuotes: 12, newSubscriptions: 0, backup: null, isDamaged: false };
  let isQuiet = false;
  await page.route("**/api/today", (route) =>
    route.fulfill({
      json: {
        data: isQuiet
          ? {
              unanswered: { count: 0, oldest: [] },
              leads: { count: 0, answered: 0, newest: [] },
              nextSteps: [],
              closing: [],
              drafts: { count: 0, overdue: 0, first: [] },
              answers: { count: 0, first: [] },
              weeks: weeks.map((week) => ({ ...week, quote: 0, contact: 0 })),
            }
          : {
              unanswered: { count: 1_000, oldest },
              leads: { count: 1_000, answered: 42, newest },
              nextSteps: steps,
              closing,
              drafts,
              answers,
              weeks,
            },
      },
    }),
  );
  await page.route("**/api/overview", (route) =>
    route.fulfill({
      json: {
        data: isQuiet
          ? {
              ...figures,
              alerts: [],
              tasks: [],
              samples: [],
              unpublished: 0,
              unpublishedOf: { project: 0, job: 0, faq: 0, review: 0 },
            }
          : {
              ...figures,
              alerts: [{ kind: "mail", message: "Mail does not leave." }],
              tasks: ["phone", "mail"],
              samples: [],
              unpublished: 4,
              unpublishedOf,
            },
      },
    }),
  );
  for (const quiet of [false, true]) {
    isQuiet = quiet;
    await page.goto("/admin/today");
    await expect(
      page.getByRole("region", { name: quiet ? "Unanswered leads 0" : "Unanswered leads 999+" }),
    ).toBeVisible();
    await page.getByText("The same as a table").click();
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      if (width !== 768) await expectNoAxeViolations(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await shot(page, `today-${quiet ? "quiet" : "busy"}-${width}-${colorScheme}`);
      }
    }
    await page.goto("/admin");
    await expect(page.getByRole("heading", { level: 1, name: "All Projects" })).toBeVisible();
    const strip = page.getByRole("main").getByRole("link", { name: /Today$/ });
    if (quiet) await expect(strip).toHaveCount(0);
    else {
      await expect(strip).toHaveText(
        /^999\+ unanswered leads, 1 next step is due, 2 answers of clients, mail is not being delivered, 2 things left to set up ?Today/,
      );
      await expectNoSidewaysScroll(page);
      await shot(page, "today-strip-390");
    }
  }
});
