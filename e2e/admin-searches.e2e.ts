import { admin, expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";

test("the search finds projects, quotes and jobs, and is operated by keyboard", async ({ page }) => {
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
  // What is found last may still come below the rest.
  await expect(page.getByText(/ found\. Arrow keys choose/)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Home");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);

  for (const who of ["nasreen", "nasreen@example.com"]) {
    await box.fill(who);
    await expect(options).toHaveText([/Nasreen Example/]);
  }
  const reference = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(await options.innerText())?.[0] ?? "";
  await box.fill(reference);
  await expect(page.getByText("1 found.")).toBeVisible();
  await expect(options).toHaveText([/Nasreen Example/]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/quote\/\w+$/);
  await expect(page.getByRole("heading", { name: "Nasreen Example" }).last()).toBeVisible();

  await box.fill("ui & ux");
  await options.filter({ hasText: "UI & UX Designer" }).click();
  await expect(page).toHaveURL(/\/admin\/job\/update\//);
  await expect(page.getByLabel("Title")).toHaveValue("UI & UX Designer");

  await box.fill("zzzz");
  await expect(page.getByText("Nothing found.")).toBeVisible();
});

test("the search opens screens, people and site texts, and runs commands", async ({ page }) => {
  await loginAsAdmin(page);
  const box = page.getByRole("combobox", { name: "Search" });
  const results = page.getByRole("listbox", { name: "Results" });
  const found = (group: string) => page.getByRole("group", { name: group, exact: true }).getByRole("option");
  const enter = async (q: string, group: string, first: string | RegExp) => {
    await page.keyboard.press("Control+k");
    await expect(box).toBeFocused();
    await box.fill(q);
    await expect(page.getByText(/ found\. Arrow keys choose/)).toBeVisible();
    await expect(found(group).first()).toContainText(first);
    const steps = (await results.getByRole("option").allInnerTexts()).indexOf(await found(group).first().innerText());
    for (let n = 0; n < steps; n++) await page.keyboard.press("ArrowDown");
    await expect(found(group).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(results).toHaveCount(0);
  };
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("All Projects");
  for (const [q, group, first, address, headed] of [
    ["add jo", "Commands", "Add Job", "/job/create", "Add Job"],
    ["trash", "Go to", "Trash", "/trash", "Trash"],
    [admin.email, "People", admin.email, "/account/people", "People"],
  ] as const) {
    await enter(q, group, first);
    await expect(page).toHaveURL(new RegExp(`/admin${address}$`));
    await expect(heading).toHaveText(headed);
    // The screen has taken the focus: a key that is pressed before would lose it again.
    await expect(heading).toBeFocused();
  }
  await enter("company.phone", "Site texts", /^Company: /);
  await expect(page).toHaveURL(/\/admin\/site\?text=company\.phone$/);
  await expect(page.locator("[name='company.phone']")).toBeFocused();
  const isDark = () => page.evaluate(() => document.documentElement.dataset.theme);
  const before = await isDark();
  await enter("theme", "Commands", /theme$/);
  await expect.poll(isDark).not.toBe(before);
  const saved = page.waitForEvent("download");
  await enter("export quo", "Commands", "Export quotes");
  expect((await saved).suggestedFilename()).toBe("quotes.csv");
  await box.fill("a");
  await expect(found("Site texts")).toHaveCount(5);
  await page.setViewportSize({ width: 390, height: 844 });
  await box.fill("");
  await page.setViewportSize({ width: 1280, height: 720 });
  await enter("logout", "Commands", "Log out");
  await expect(page).toHaveURL(/\/admin\/login$/);
});
