import { expect, expectNoAxeViolations, logIn, loginAsAdmin, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { inbox, officeOf } from "./support/office.ts";

test("a strip above All Projects sums up pending work and links to Today", async ({ page }) => {
  await logIn(page);
  await inbox(page);
  await page.goto("/admin");
  const strip = page.getByRole("main").getByRole("link", { name: /unanswered leads?, .*left to set up/ });
  await expect(strip).toBeVisible();
  await strip.click();

  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeFocused();
  const unanswered = page.getByRole("region", { name: /^Unanswered leads/ });
  const thisWeek = page.getByRole("region", { name: "Leads by week" }).getByRole("row").nth(1);
  await expect(thisWeek.getByRole("cell").last()).toHaveText(/^[1-9]/);
  const lead = unanswered.getByRole("link", { name: /Ada Lovelace/ }).first();
  const address = (await lead.getAttribute("href")) ?? "";
  await expect(lead).toContainText("Nobody has taken it");
  // They would be the same as above.
  const newest = page.getByRole("region", { name: "Newest leads" });
  await expect(newest).toHaveCount(0);
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
  await expect(newest.getByRole("link", { name: /Ada Lovelace.*Waiting for the client/ }).first()).toBeVisible();
  await expect(newest.getByRole("link", { name: /^All \d+ leads$/ })).toHaveAttribute(
    "href",
    "/admin/quote?show=wanted",
  );
  await newest.getByRole("link", { name: /^\d+ answered$/ }).click();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("replied");
});

test("Today counts what is new and unpublished, and lists a finished set-up task as done", async ({ page }) => {
  await loginAsAdmin(page, "/admin/today");
  const office = await officeOf(page);
  await office.post("/quote/new", {
    fullName: "Ada Lovelace",
    email: "ada@example.org",
    message: "An engine, please.",
  });
  await office.post("/faq/add", { question: "Why?", answer: "So.", published: false });
  await page.reload();
  const figures = page.getByRole("main").getByRole("listitem");
  await expect(figures.filter({ hasText: "New leads" })).toContainText(/^[1-9]/);
  await expect(figures.filter({ hasText: "Unpublished" }).getByRole("link", { name: "1 question" })).toHaveAttribute(
    "href",
    "/admin/faq",
  );

  await page.getByRole("link", { name: /^Phone ?: Enter/ }).click();
  const phone = page.getByLabel("Phone", { exact: true });
  await expect(phone).toBeFocused();
  await phone.fill("+92 42 1234567");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "One text saved." })).toBeVisible();
  await page.getByRole("link", { name: "Today" }).first().click();
  const setUp = page.getByRole("region", { name: "Set-up" });
  await expect(setUp.getByRole("heading", { name: "Connect a mail server" })).toBeVisible();
  await expect(setUp.getByRole("heading", { name: "Enter the company’s phone number" })).toHaveCount(0);
  await setUp.getByText(/done$/).last().click();
  await expect(setUp.getByText("Enter the company’s phone number")).toBeVisible();
});

test("Today fits every width and passes axe, busy, empty or damaged", async ({ page }) => {
  await loginAsAdmin(page);
  const day = 24 * 60 * 60_000;
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
  const long = "We would like to see our stock, our orders and our deliveries on one page. ".repeat(3);
  const oldest = Array.from({ length: 8 }, (_, n) => ({
    slug: `quote-${n}`,
    fullName: n === 3 ? "An-Exceptionally-Long-Name-That-Never-Ends-And-Goes-On" : "Ada Lovelace",
    message: long,
    createdAt: ago(8 - n),
    step: "ours",
    owner: n % 3 === 1 ? (n === 1 ? "Edith Clarke" : "An-Owner-With-A-Very-Long-Name-Indeed-And-More") : null,
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
  const step = { fullName: "Grace Hopper", nextStep: "Send the offer", nextStepOn: "2026-11-20", owner: null };
  const steps = Array.from({ length: 101 }, (_, n) => ({ ...step, slug: `quote-${n}` }));
  const closing = [
    { slug: "past", title: "Compiler engineer", closesOn: ago(3).slice(0, 10) },
    { slug: "soon", title: "Designer of very long titles that have to end somewhere", closesOn: ago(-3).slice(0, 10) },
  ];
  const draft = { noun: "faq", author: "Grace Hopper", savedAt: ago(1), isOverdue: false, failure: null };
  const first = [
    { ...draft, slug: "timed", title: "What does it cost?", publishAt: ago(-400) },
    { ...draft, slug: "waiting", title: "A question that takes many words ".repeat(5), publishAt: null },
    { ...draft, slug: "late", title: "Late", publishAt: ago(1), isOverdue: true, failure: "changed the same: Answer" },
  ];
  const drafts = { count: 3, overdue: 1, first };
  const answer = { noun: "faq", slug: "timed", title: "What does it cost?", name: "Ada Lovelace", createdAt: ago(2) };
  const answers = {
    count: 2,
    first: [
      { ...answer, kind: "changes", text: long },
      { ...answer, kind: "approved", text: "" },
    ],
  };
  const tasks = [
    ...["first-password", "admin-email", "public-url", "trust-proxy", "mail", "phone", "email", "hr-email"],
    ...["notify-email", "social-links", "samples", "security-contact"],
  ];
  const [{ slug, title }] = (await (await page.request.get("/api/project/get-all?limit=1")).json()).data;
  const busy = {
    unanswered: { count: 1_000, oldest },
    leads: { count: 1_000, answered: 42, newest },
    nextSteps: steps,
    closing,
    drafts,
    answers,
    weeks,
    newLeads: 1_234,
    newSubscriptions: 1_234,
    unpublished: { project: 1, job: 2, faq: 0, review: 1 },
    tasks,
    samples: [{ noun: "project", slug, title }],
    backup: { provedAt: ago(3 / 24), isTrouble: false },
  };
  const quiet = {
    unanswered: { count: 0, oldest: [] },
    leads: { count: 0, answered: 0, newest: [] },
    nextSteps: [],
    closing: [],
    drafts: { count: 0, overdue: 0, first: [] },
    answers: { count: 0, first: [] },
    weeks: weeks.map((week) => ({ ...week, quote: 0, contact: 0 })),
    newLeads: 0,
    newSubscriptions: 0,
    unpublished: { project: 0, job: 0, faq: 0, review: 0 },
    tasks: [],
    samples: [],
    backup: null,
  };
  const states = {
    busy: { alerts: [{ kind: "mail", message: "Mail does not leave." }], work: busy },
    quiet: { alerts: [], work: quiet },
    damaged: { alerts: [{ kind: "database", message: "The database is damaged." }], work: null },
  };
  const strips = {
    busy: /^999\+ unanswered leads, 100\+ next steps are due, 1 draft is overdue, 2 answers of clients, mail is not being delivered, 12 things left to set up ?Today/,
    quiet: undefined,
    damaged: /^Something is wrong with the database ?Today/,
  };
  let state: keyof typeof states = "busy";
  await page.route("**/api/today", (route) => route.fulfill({ json: { data: states[state] } }));
  for (state of ["damaged", "quiet", "busy"] as const) {
    await page.goto("/admin");
    await expect(page.getByRole("heading", { level: 1, name: "All Projects" })).toBeVisible();
    const strip = page.getByRole("main").getByRole("link", { name: /Today$/ });
    if (strips[state]) await expect(strip).toHaveText(strips[state] ?? "");
    else await expect(strip).toHaveCount(0);
    await expectNoSidewaysScroll(page);

    await page.goto("/admin/today");
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(state === "quiet" ? 0 : 1);
    for (const text of [/^Unanswered leads/, /New leads$/])
      await expect(page.getByRole("main").getByText(text)).toHaveCount(state === "damaged" ? 0 : 1);
    for (const text of ["Every lead is answered.", "Everything is set up.", "Everything is published"])
      await expect(page.getByText(text)).toHaveCount(state === "quiet" ? 1 : 0);
    await expectNoSidewaysScroll(page, [1920, 768, 390]);
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page, [1440]);
  }

  const late = page.getByRole("region", { name: /^Drafts/ }).getByText(/^Not published: .*changed the same: Answer/);
  await expect(late).toBeVisible();
  const backups = page.getByRole("region", { name: "Backup" });
  await expect(backups.getByText("Last proved backup: 3 h ago")).toBeVisible();
  await backups.getByRole("button", { name: "Download" }).click();
  await expect(backups.getByLabel("Current password")).toBeFocused();
  await expect(page.getByRole("region", { name: "Set-up" }).getByRole("listitem")).toHaveCount(tasks.length);
  const links = page.getByRole("region", { name: "Set-up" }).getByRole("link");
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  for (const address of new Set(addresses)) {
    await page.goto(address);
    const text = new URL(address, page.url()).searchParams.get("text");
    // Of a list, its first input.
    if (text) await expect(page.locator(`[name="${text}"]:focus, fieldset[name="${text}"] input:focus`)).toBeVisible();
    else await expect(page).toHaveURL(new RegExp(`${address}$`));
  }
});
