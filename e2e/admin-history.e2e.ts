import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, logIn, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeOf } from "./support/office.ts";

/** A question that was saved three times. */
async function savedThrice(page: Page) {
  const call = await officeOf(page);
  const made = await call.post("/faq/add", { question: "What do you build?", answer: "Web sites and apps." });
  await call.put(`/faq/edit/${made.slug}`, { answer: "Web sites, apps and contracts." });
  await call.put(`/faq/edit/${made.slug}`, { answer: "Web sites, apps and ships.", bullets: ["Apps", "Contracts"] });
  return { call, slug: made.slug as string };
}

const field = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("an old version is compared, also after a reload, and restored", async ({ page }) => {
  await logIn(page);
  const { call, slug } = await savedThrice(page);
  await page.goto("/admin/faq");
  await page.getByRole("button", { name: "Actions for What do you build?" }).first().click();
  await page.getByRole("menuitem", { name: "History" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeFocused();
  await expect(page).toHaveTitle(/^History of What do you build\?/);
  await expect(page.getByRole("link", { name: "Faq" }).first()).toHaveAttribute("aria-current", "page");
  const versions = page.getByRole("navigation", { name: "Versions" }).getByRole("link");
  await expect(versions).toHaveCount(3);
  await expect(versions.first()).toContainText("Newest");
  await expect(page.getByText("2 fields differ.")).toBeVisible();
  await expect(field(page, "Answer")).toContainText("Changed");
  await expect(field(page, "Answer").locator("ins")).toHaveText("ships.");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, [390, 768, 1440]);

  await versions.last().click();
  await expect(field(page, "Answer").locator("del")).toHaveText(["sites", "apps."]);
  await page.getByRole("button", { name: "Restore this version" }).click();

  await expect(
    page.getByRole("status").filter({ hasText: "Version 1 has been restored as a new version." }),
  ).toBeVisible();
  await expect(versions).toHaveCount(4);
  expect(await call.get(`/faq/${slug}`)).toMatchObject({ answer: "Web sites and apps.", bullets: [], version: 4 });
  await page.goto("/about");
  await expect(page.getByText("Web sites and apps.")).toBeAttached();

  await page.goto(`/admin/faq/update/${slug}`);
  await page.getByRole("link", { name: "History" }).click();
  await page.getByLabel("Compared with").selectOption({ index: 1 });
  await expect(page).toHaveURL(/[?&]with=/);
  await page.getByRole("navigation", { name: "Versions" }).getByRole("link").last().click();
  await expect(field(page, "Answer").locator("ins").first()).toHaveText("sites, apps");
  await expect(page).toHaveURL(/[?&]version=/);
  await page.reload();
  await expect(page.getByRole("link", { name: /^Version 1/ })).toHaveAttribute("aria-current", "true");
  await expect(field(page, "Answer").locator("ins").first()).toHaveText("sites, apps");
});

test("a site text is restored to an old version and to its built-in text", async ({ page, office }) => {
  await office.put("/site/edit", { edits: [{ path: "company.address", value: "Karachi" }] });
  await office.put("/site/edit", { edits: [{ path: "company.address", value: "Multan" }] });
  await page.goto("/admin/site?text=company.address");
  await page.getByRole("link", { name: "History of Address" }).click();

  await expect(page.getByRole("link", { name: "Site" }).first()).toHaveAttribute("aria-current", "page");
  await expect(field(page, "Text")).toContainText("Karachi");
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Version 1 has been restored" })).toBeVisible();
  await page.getByRole("link", { name: "Built-in" }).click();
  await expect(field(page, "Text")).toContainText("Lahore, Pakistan");
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The built-in text has been restored." })).toBeVisible();
  expect(await office.get("/site/get-all")).toEqual([]);

  await page.goto("/admin/site?text=company.address");
  await expect(page.getByRole("link", { name: /^History of/ })).toHaveAccessibleName("History of Address");
});

test("in the trash nothing is offered to restore, and what was kept is named", async ({ page, problems }) => {
  problems.expect(/^412 PUT/);
  await logIn(page);
  const { call, slug } = await savedThrice(page);
  await call.remove(`/faq/${slug}`);
  await page.goto(`/admin/history/faq/${slug}`);
  const restore = page.getByRole("button", { name: "Restore this version" });
  await expect(page.getByText("This entry lies in the trash.")).toBeVisible();
  await expect(restore).toHaveCount(0);

  await call.post("/trash/restore", { kind: "faq", id: slug });
  await page.reload();
  const versions = page.getByRole("navigation", { name: "Versions" }).getByRole("link");
  await expect(versions.locator("strong")).toHaveText([
    /^Version 3, restored/,
    "Version 3, deleted",
    "Version 3",
    "Version 2",
    "Version 1",
  ]);
  await expect(page.getByLabel("Compared with").locator("option:checked")).toHaveText(
    /^Version 3, restored \(newest\)/,
  );
  await expect(field(page, "Answer").locator("ins")).toHaveText("ships.");
  await expect(field(page, "Answer").locator("h4")).toHaveText(["Version 2", "Version 3, restored"]);

  await call.put(`/faq/edit/${slug}`, { answer: "Ships too." });
  await restore.click();
  await expect(page.getByRole("alert")).toContainText("Somebody else has saved a newer version just now.");
  await expect(page.getByRole("link", { name: /^Version 4/ })).toBeVisible();
  expect((await call.get(`/faq/${slug}`)).answer).toBe("Ships too.");
});

test("older versions are loaded a page at a time", async ({ page }) => {
  await logIn(page);
  const { call, slug } = await savedThrice(page);
  for (let count = 0; count < 50; count++) await call.put(`/faq/edit/${slug}`, { answer: `Answer ${count}` });
  await page.goto(`/admin/history/faq/${slug}`);
  const versions = page.getByRole("navigation", { name: "Versions" }).getByRole("link");
  await expect(versions).toHaveCount(50);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(versions).toHaveCount(53);
});

test("another release's version cannot be restored; an empty history is reported", async ({ page, office }) => {
  const { slug } = await office.post("/faq/add", { question: "Which shape?", answer: "The first." });
  await office.put(`/faq/edit/${slug}`, { answer: "The second." });
  await page.route(`**/api/history/faq/${slug}*`, async (route) => {
    const reply = await route.fetch();
    const [newest, oldest] = (await reply.json()).data;
    const other = { ...oldest, isCurrent: false, data: { heading: "Which shape?", answer: "The first." } };
    await route.fulfill({ json: { data: [newest, other] } });
  });
  await page.goto(`/admin/history/faq/${slug}`);

  const comparison = page.getByRole("region", { name: "Comparison" });
  await expect(comparison).toContainText("Another release kept this version");
  await expect(comparison).toContainText("The first.");
  await expect(page.getByRole("button", { name: "Restore this version" })).toHaveCount(0);
  await expectNoAxeViolations(page);

  await page.goto("/admin/history/faq/never-there");
  await expect(page.getByText("No versions are stored for this entry.")).toBeVisible();
  await page.goto("/admin/history/quote/x");
  await expect(page.getByRole("heading", { name: "No history here" })).toBeVisible();
});
