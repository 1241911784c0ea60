import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { failing } from "#test/office/failing-calls.ts";
import { api, expectErrors, expectNoAxeViolations, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("a kind with more hits than the search shows ends with a way to all of them in its list", async () => {
  for (const place of [1, 2, 3, 4, 5, 6])
    await api.post("/faq/add", { question: `Which wallets, ${place}?`, answer: "Many." });
  await openOffice("/admin/job");
  await page.getByRole("combobox", { name: "Search" }).fill("which wallets");

  const hits = page.getByRole("group", { name: "Faq" }).getByRole("option");
  await expect.element(hits.filter({ hasText: "All with “which wallets”" })).toBeVisible();
  expect(hits.elements()).toHaveLength(6);
  await expect.element(page.getByText("More than 5 found. Arrow keys choose, Enter opens.")).toBeVisible();
  await expectNoAxeViolations();

  await userEvent.keyboard("{ArrowUp}{Enter}");
  await expect.element(page.getByRole("heading", { level: 1, name: "FAQ's" })).toBeVisible();
  await expect.element(page.getByText("6 questions found")).toBeVisible();

  await page.getByRole("combobox", { name: "Search" }).fill("wallets, 1");
  await expect.element(page.getByText("1 found. Arrow keys choose, Enter opens.")).toBeVisible();
});

test("a screen is found by other words for what it shows", async () => {
  await openOffice("/admin/job");
  for (const [word, screen] of [
    ["media", "Pictures"],
    ["password", "Account"],
    ["overview", "Today"],
  ] as const) {
    await page.getByRole("combobox", { name: "Search" }).fill(word);
    await expect.element(page.getByRole("group", { name: "Go to" }).getByRole("option")).toHaveTextContent(screen);
  }
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
});

test("a kind of entry whose search fails is named with the other results", async () => {
  expectErrors(/^Loading failed/);
  await openOffice("/admin/job");
  const box = page.getByRole("combobox", { name: "Search" });
  await failing({ path: "/api/quote/get-all" }, "no connection", async () => {
    await box.fill("nft");
    await expect.element(page.getByText(/Not searched, because that failed: Quote\./)).toBeVisible();
    await expect.poll(() => page.getByRole("group", { name: "Project" }).getByRole("option").elements().length).toBe(3);
    await expectNoAxeViolations();
  });
  await failing({ path: "/api/:noun/get-all" }, "no connection", async () => {
    await box.fill("zzzz");
    await expect.element(page.getByText(/^The search failed\./)).toBeVisible();
  });
});
