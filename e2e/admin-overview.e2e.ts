import { expect, expectNoAxeViolations, loginAsAdmin, shot, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";

test("the overview shows new quotes, unpublished entries and open tasks, and lists a finished task as done", async ({
  page,
}) => {
  await loginAsAdmin(page);
  await expect(page.getByRole("heading", { level: 1, name: "All Projects" })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const headers = { Authorization: `Bearer ${token}` };
  const data = { fullName: "Ada Lovelace", email: "ada@example.org", message: "An engine, please." };
  await page.request.post("/api/quote/new", { data });
  await page.request.post("/api/faq/add", { headers, data: { question: "Why?", answer: "So.", published: false } });
  await page.getByRole("link", { name: "Overview" }).first().click();

  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeFocused();
  const figures = page.getByRole("main").getByRole("listitem");
  await expect(figures.filter({ hasText: "New quotes" })).toContainText(/^[1-9]/);
  await expect(figures.filter({ hasText: "Unpublished" }).getByRole("link", { name: "1 question" })).toHaveAttribute(
    "href",
    "/admin/faq",
  );
  for (const link of ["All quotes", "All subscriptions"])
    await expect(page.getByRole("link", { name: link })).toBeVisible();

  await page.getByRole("link", { name: /^Phone ?: Enter/ }).click();
  const phone = page.getByLabel("Phone", { exact: true });
  await expect(phone).toBeFocused();
  await phone.fill("+92 42 1234567");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "One text saved." })).toBeVisible();
  await page.getByRole("link", { name: "Overview" }).first().click();
  const setUp = page.getByRole("region", { name: "Set-up" });
  await expect(setUp.getByRole("heading", { name: "Connect a mail server" })).toBeVisible();
  await expect(setUp.getByRole("heading", { name: "Enter the company’s phone number" })).toHaveCount(0);
  await setUp.getByText(/done$/).last().click();
  await expect(setUp.getByText("Enter the company’s phone number")).toBeVisible();
});

test("every set-up task is listed, and every link on the overview opens its screen", async ({ page }) => {
  await loginAsAdmin(page);
  const tasks = [
    ...[
      "first-password",
      "admin-email",
      "public-url",
      "trust-proxy",
      "mail",
      "phone",
      "email",
      "hr-email",
      "notify-email",
    ],
    ...["social-links", "samples", "security-contact"],
  ];
  const unpublishedOf = { project: 1, job: 2, faq: 0, review: 1 };
  const [{ slug, title }] = (await (await page.request.get("/api/project/get-all?limit=1")).json()).data;
  const samples = [{ noun: "project", slug, title }];
  const backup = { provedAt: new Date(Date.now() - 3 * 60 * 60_000).toISOString(), isTrouble: false };
  const figures = { newQuotes: 1_234, newSubscriptions: 0, unpublished: 4, unpublishedOf };
  await page.route("**/api/overview", (route) =>
    route.fulfill({ json: { data: { alerts: [], isDamaged: false, backup, tasks, samples, ...figures } } }),
  );
  await page.goto("/admin/overview");
  const backups = page.getByRole("region", { name: "Backup" });
  await expect(backups.getByText("Last proved backup: 3 hours ago")).toBeVisible();
  await backups.getByRole("button", { name: "Download" }).click();
  await expect(backups.getByLabel("Current password")).toBeFocused();
  await expect(page.getByRole("region", { name: "Set-up" }).getByRole("listitem")).toHaveCount(tasks.length);
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    if (width !== 768) await expectNoAxeViolations(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await shot(page, `admin-overview-${colorScheme}-${width}`);
    }
  }
  const links = page.getByRole("main").getByRole("link");
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  for (const address of new Set(addresses)) {
    await page.goto(address);
    const text = new URL(address, page.url()).searchParams.get("text");
    // Of a list, its first input.
    if (text) await expect(page.locator(`[name="${text}"]:focus, fieldset[name="${text}"] input:focus`)).toBeVisible();
    else await expect(page).toHaveURL(new RegExp(`${address}$`));
  }
});

test("the overview says when everything is set up and published", async ({ page }) => {
  await loginAsAdmin(page);
  const unpublishedOf = { project: 0, job: 0, faq: 0, review: 0 };
  await page.route("**/api/overview", (route) =>
    route.fulfill({
      json: {
        data: {
          alerts: [],
          isDamaged: false,
          tasks: [],
          samples: [],
          newQuotes: 0,
          newSubscriptions: 0,
          unpublished: 0,
          unpublishedOf,
        },
      },
    }),
  );
  await page.goto("/admin/overview");
  await expect(page.getByText("Everything is set up.")).toBeVisible();
  await expect(page.getByText("Everything is published")).toBeVisible();
  await expectNoAxeViolations(page);
});

test("the overview reports a damaged database instead of showing misleading figures", async ({ page }) => {
  await loginAsAdmin(page);
  const unpublishedOf = { project: 0, job: 0, faq: 0, review: 0 };
  const damage = {
    kind: "database",
    message: "The database is damaged. The server's operator must restore the last backup.",
  };
  const nothing = { tasks: [], samples: [], newQuotes: 0, newSubscriptions: 0, unpublished: 0, unpublishedOf };
  await page.route("**/api/overview", (route) =>
    route.fulfill({ json: { data: { ...nothing, alerts: [damage], isDamaged: true } } }),
  );
  await page.goto("/admin/overview");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("The database is damaged.");
  await expect(alert).toContainText("restore the last backup");
  await expect(page.getByText("New quotes")).toHaveCount(0);
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await shot(page, `admin-overview-damaged-${colorScheme}-${width}`);
    }
  }
});
