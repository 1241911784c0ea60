import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";

test("the search finds every kind of entry, by keyboard alone", async ({ page }) => {
  await page.request.post("/api/quote/new", {
    data: { fullName: "Nasreen Example", email: "nasreen@example.com", message: "An NFT for our museum." },
  });
  await loginAsAdmin(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Projects");
  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: "Search" });
  await expect(box).toBeFocused();
  await page.keyboard.type("nft");
  const options = page.getByRole("option");
  await expect(page.getByRole("group", { name: "Project" }).getByRole("option")).toHaveCount(3);
  await expect(page.getByRole("group", { name: "Quote" }).getByRole("option")).toContainText(["Nasreen Example"]);
  await expectNoAxeViolations(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Home");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);

  await box.fill("nasreen");
  await expect(options).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/quote\?q=nasreen/);
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("link", { name: "Show all quotes" }).click();
  await expect(page).toHaveURL(/\/admin\/quote$/);

  await box.fill("ui & ux");
  await options.filter({ hasText: "UI & UX Designer" }).click();
  await expect(page).toHaveURL(/\/admin\/job\/update\//);
  await expect(page.getByLabel("Title")).toHaveValue("UI & UX Designer");

  await box.fill("zzzz");
  await expect(page.getByText("Nothing found.")).toBeVisible();
});

test("a kind that cannot be searched is named, and what the others found is there", async ({ page, problems }) => {
  problems.expect(/^500 GET \/api\/(job|quote)/);
  problems.expect(/^console: Loading failed/);
  await loginAsAdmin(page);
  const failing = { status: 500, json: { code: "unexpected", message: "The disk is full.", errors: [] } };
  await page.route(/\/api\/(job|quote)\/get-all/, (route) => route.fulfill(failing));
  const box = page.getByRole("combobox", { name: "Search" });
  await box.fill("nft");
  await expect(page.getByRole("group", { name: "Project" }).getByRole("option")).toHaveCount(3);
  await expect(page.getByText("Not searched, because that failed: Quote, Jobs.")).toBeVisible();
  await expectNoAxeViolations(page);
});

test("a search that cannot be made at all says so", async ({ page, problems }) => {
  problems.expect(/^failed: GET/);
  problems.expect(/^console: Loading failed/);
  await loginAsAdmin(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.route(/get-all\?q=/, (route) => route.abort("internetdisconnected"));
  await page.getByRole("combobox", { name: "Search" }).fill("nft");
  await expect(page.getByText(/^The search failed\./)).toBeVisible();
});
