import { expect, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { type Failure, failing, failures, refusal } from "#test/office/failing-calls.ts";
import {
  api,
  expectErrors,
  expectNoAxeViolations,
  fillInboxes,
  main,
  openOffice,
  setUpOffice,
} from "#test/office/office.tsx";

setUpOffice();

interface Screen {
  /** `{faq}` is a question that has a history. */
  address: string;
  call: string;
  heading: string;
  /** What shows once it is loaded, where that is no heading of an entry. */
  there?: () => Locator;
}

const firstHeading = () => page.getByRole("heading", { level: 2 }).first();
const label = (text: string) => () => page.getByLabelText(text, { exact: true }).first();
const text = (words: string | RegExp) => () => page.getByRole("main").getByText(words).first();

const screens: Screen[] = [
  {
    address: "/admin",
    call: "/api/user/me",
    heading: "Back office",
    there: () => page.getByRole("heading", { name: "All Projects" }),
  },
  { address: "/admin", call: "/api/project/get-all", heading: "All Projects" },
  {
    address: "/admin/update/nft-marketplace",
    call: "/api/project/nft-marketplace",
    heading: "Update Project",
    there: label("Title"),
  },
  { address: "/admin/detail/nft-marketplace", call: "/api/project/nft-marketplace", heading: "Project Details" },
  {
    address: "/admin/detail/create/nft-marketplace",
    call: "/api/project/nft-marketplace",
    heading: "Add Project Details",
    there: label("Heading"),
  },
  { address: "/admin/quote", call: "/api/quote/get-all", heading: "All Quotes" },
  { address: "/admin/subscription", call: "/api/subscription/get-all", heading: "All Subscription" },
  { address: "/admin/faq", call: "/api/faq/get-all", heading: "FAQ's" },
  { address: "/admin/faq/update/{faq}", call: "/api/faq/:id", heading: "Update Question", there: label("Question") },
  { address: "/admin/today", call: "/api/today", heading: "Today", there: text(/New leads/) },
  { address: "/admin/site", call: "/api/site/get-all", heading: "Site", there: text(/Everything is saved\./) },
  {
    address: "/admin/history/faq/{faq}",
    call: "/api/history/:noun/:slug",
    heading: "History",
    there: text(/fields? differ/),
  },
  { address: "/admin/mail", call: "/api/mail/health", heading: "Mail", there: text(/nor SMTP_URL is set/) },
  { address: "/admin/personal-data", call: "/api/site/get-all", heading: "Personal data", there: label("Messages") },
  { address: "/admin/trash", call: "/api/trash/get-all", heading: "Trash" },
  {
    address: "/admin/account",
    call: "/api/user/second-factor",
    heading: "Account",
    there: () => page.getByRole("button", { name: "Set Up" }),
  },
  { address: "/admin/account", call: "/api/user/sessions", heading: "Account", there: text(/This session/) },
  { address: "/admin/account/people", call: "/api/user/get-all", heading: "People" },
  {
    address: "/admin/account/people",
    call: "/api/user/invitations",
    heading: "People",
    there: text(/Open invitations/),
  },
];

/** Something in every list, so that an empty one can only be a lie. */
async function furnished(): Promise<Record<string, string>> {
  await fillInboxes();
  const { slug } = await api.post("/faq/add", { question: "What do you build?", answer: "Web sites." });
  await api.put(`/faq/edit/${slug}`, { answer: "Web sites and apps." });
  const thrown = await api.post("/faq/add", { question: "Gone?", answer: "Yes." });
  await api.remove(`/faq/${thrown.slug}`);
  await api.post("/user/invite", { fullName: "Edith Clarke", email: "edith@example.com" });
  return { faq: slug };
}

let slugs: Record<string, string> | undefined;

const groups = {
  "entries and the inbox": screens.slice(0, 9),
  "the site, what was done to it, and accounts": screens.slice(9),
};

for (const [group, screensOfGroup] of Object.entries(groups))
  test(`${group}: a failed load is reported and logged, never shown as an empty list, and Retry loads it`, async () => {
    expectErrors(/^Loading failed/);
    slugs ??= await furnished();
    // Every kind of failure for one screen of each group; that each reaches a screen as such an error is tested over
    // HTTP (app/browser/send.test.ts).
    for (const [place, screen] of screensOfGroup.entries())
      await failsUntilRetried(screen, place === 0 ? failures : failures.slice(0, 1));
  });

async function failsUntilRetried(
  { address, call, heading, there = firstHeading }: Screen,
  [first, ...others]: readonly Failure[],
): Promise<void> {
  if (!first) return;
  const alert = main().getByRole("alert");
  const retry = alert.getByRole("button", { name: "Retry" });
  const logged = () => vi.mocked(console.error).mock.calls.filter(([title]) => title === "Loading failed").length;
  const open = () => openOffice(address.replace(/\{(\w+)\}/, (_, key: string) => slugs?.[key] ?? ""));
  const expectNothingIsCalledEmpty = () =>
    expect.element(main().getByText(/Not Found|empty|Nobody has|Nothing is saved/)).not.toBeInTheDocument();

  let before = logged();
  await failing({ path: call }, first.ending, async () => {
    await open();
    await expect.element(alert.filter({ hasText: first.words })).toBeVisible();
    await expect.element(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
    await expect.poll(logged).toBeGreaterThan(before);
    await expectNothingIsCalledEmpty();
    if (others.length > 0) await expectNoAxeViolations();
  });
  for (const [place, failure] of others.entries())
    await failing({ path: call }, failure.ending, async (calls) => {
      before = logged();
      // A screen that loads by itself meanwhile has no Retry any more.
      if (failure.isFinal || others[place - 1]?.isFinal) await open();
      else await retry.click();
      // A lost read is repeated automatically; that has to fail too before Retry is the only way.
      await expect.poll(calls).toBeGreaterThanOrEqual(failure.name === "offline" ? 2 : 1);
      await expect.element(alert.filter({ hasText: failure.words })).toBeVisible();
      await expect.poll(logged).toBeGreaterThan(before);
      if (failure.name === "time-out") expect(calls(), "asked once").toBe(1);
      if (failure.isFinal) await expect.element(retry).not.toBeInTheDocument();
      await expectNothingIsCalledEmpty();
    });
  // After a lost connection the screen may just have loaded by itself.
  if (others.length > 0) (retry.query() as HTMLElement | null)?.click();
  else await retry.click();
  await expect.element(there()).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
}

test("a section that cannot be loaded for editing is reported and logged, and Retry opens it", async () => {
  expectErrors(/^Loading failed/, /^The section could not be loaded/);
  const told = () =>
    vi.mocked(console.error).mock.calls.filter(([title]) => /^The section could not be loaded/.test(title)).length;
  await openOffice("/admin/detail/nft-marketplace");
  const alert = page.getByRole("alert").filter({ hasText: "The section could not be loaded." });
  const openSection = async () => {
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Update" }).click();
  };
  for (const [place, failure] of failures.entries())
    await failing({ path: "/api/project/detail/:project/:id" }, failure.ending, async (calls) => {
      const before = failures[place - 1];
      if (before?.isFinal) await alert.getByRole("button", { name: "Close" }).click();
      if (!before || before.isFinal) await openSection();
      else await alert.getByRole("button", { name: "Retry" }).click();
      await expect.poll(calls).toBeGreaterThan(0);
      // The alert of the try before may use the same words.
      await expect.poll(told).toBe(place + 1);
      await expect.element(alert.filter({ hasText: failure.words })).toBeVisible();
      if (place === 0) await expectNoAxeViolations();
    });
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByRole("dialog", { name: "Detail Edit" }).getByLabelText("Heading")).not.toHaveValue("");
  await expect.element(alert).not.toBeInTheDocument();
});

test("a message that does not exist is reported as such, with a link to the trash", async () => {
  expectErrors(/not_found|does not exist|could not be loaded/i);
  await openOffice("/admin/quote/nonsense");
  const report = page.getByRole("alert").filter({ hasText: "This message does not exist." });
  await expect.element(report.getByRole("link", { name: "Trash" })).toHaveAttribute("href", "/admin/trash");
  await expect.element(page.getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
  await expectNoAxeViolations();
});

test("an order that the server refuses is reverted with the reason, and can be retried", async () => {
  expectErrors(/^The order could not be saved/);
  const stored = async () => (await api.get("/review/get-all")).map(({ slug }: { slug: string }) => slug);
  const [top, next, ...others] = await stored();
  await openOffice("/admin/review");
  const names = () =>
    main()
      .getByRole("heading", { level: 2 })
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(() => names().length).toBe(5);
  const [first, second, ...rest] = names();
  const call = { method: "PUT", path: "/api/sort-order/review/:slug" } as const;
  const alert = page.getByRole("alert").filter({ hasText: "The order could not be saved." });
  await failing(call, refusal(500, "unexpected", "The disk is full."), async () => {
    (page.getByRole("button", { name: /^Move .+, number 2/ }).element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(alert.filter({ hasText: "The disk is full." })).toBeVisible();
    await expect.poll(names).toEqual([first, second, ...rest]);
  });
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect.poll(names).toEqual([second, first, ...rest]);
  await expect.poll(stored).toEqual([next, top, ...others]);
});

test("a search that fails leaves the field with what was typed and the focus, and Retry searches for that", async () => {
  await fillInboxes();
  expectErrors(/Loading failed/);
  for (const { path, call } of [
    { path: "quote", call: "/api/quote/get-all" },
    { path: "subscription", call: "/api/subscription/get-all" },
    { path: "faq", call: "/api/faq/get-all" },
    { path: "pictures", call: "/api/picture/get-all" },
  ]) {
    await openOffice(`/admin/${path}?q=e`);
    const field = main().getByRole("searchbox");
    await expect.element(field).toHaveValue("e");
    await expect.element(main().getByText("Loading")).not.toBeInTheDocument();
    await failing(
      { path: call },
      { status: 500, body: { code: "unexpected", message: "The disk is full." } },
      async () => {
        await field.fill("ex");
        await expect.poll(() => main().element().textContent).toContain("“ex”");
        await expect.element(main().getByText("The disk is full.")).toBeVisible();
        await expect.element(field).toHaveFocus();
      },
    );
    await expect.element(field).toHaveValue("ex");
    await expect.element(field).toHaveFocus();
    await expect.element(main().getByText(/found$|^0 /)).not.toBeInTheDocument();
    await main().getByRole("button", { name: "Retry" }).click();
    await expect.element(main().getByText("The disk is full.")).not.toBeInTheDocument();
    await expect.element(field).toHaveValue("ex");
  }
});

test("a page that cannot be added to a list is reported beside Show more, which keeps the focus and tries again", async () => {
  expectErrors(/^Loading failed/);
  await Promise.all(Array.from({ length: 101 }, (_, place) => fillInboxes(`ada${place}@example.com`)));
  for (const address of ["/admin/quote", "/admin/subscription"]) {
    await openOffice(address);
    const more = page.getByRole("button", { name: "Show more" });
    await expect.element(more).toBeVisible();
    // Not a lost connection: once the server is reachable again, the whole list is loaded, and fails in place of its end.
    const full = refusal(500, "unexpected", "The disk is full.");
    await failing({ path: `/api${address.slice(6)}/get-all` }, full, async () => {
      await more.click();
      await expect.element(page.getByRole("alert").filter({ hasText: /^More could not be loaded\./ })).toBeVisible();
    });
    await expect.element(more).toHaveFocus();
    await expect.element(page.getByText("The list could not be loaded.")).not.toBeInTheDocument();
    await more.click();
    await expect.element(more).not.toBeInTheDocument();
    await expect.element(page.getByText("More could not be loaded.")).not.toBeInTheDocument();
    const found = () =>
      main()
        .getByRole("article")
        .elements()
        .flatMap(({ textContent }) => /ada\d+@example/.exec(textContent ?? "")?.[0] ?? []);
    await expect.poll(() => found().length).toBe(101);
    expect(new Set(found()).size, "each once").toBe(101);
  }
});
