import { expect, loginAsAdmin, test } from "./support/fixtures.ts";

/** Runs in the browser. What Safari has only since 17.0 (the first), 17.4 or 18. */
function forgetWhatIsNewer() {
  for (const [owner, name] of [
    [URL, "canParse"],
    [AbortSignal, "any"],
    [Promise, "withResolvers"],
    [Map, "groupBy"],
    [Object, "groupBy"],
    [Element.prototype, "checkVisibility"],
    [URL, "parse"],
  ] as const)
    delete (owner as unknown as Record<string, unknown>)[name];
}

test("the back office and the site work in a browser as old as the build is for", async ({ page }) => {
  await page.addInitScript(forgetWhatIsNewer);
  await loginAsAdmin(page, "/admin/site");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Site");
  await expect(page.getByRole("main").getByRole("textbox").first()).toBeVisible();
  for (const [path, name] of [
    ["today", "Today"],
    ["quote", "Quotes"],
    ["account", "Account"],
  ]) {
    await page.goto(`/admin/${path}`);
    await expect(heading).toContainText(name ?? "");
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  }
  await page.getByLabel("Profile image").setInputFiles("public/icon-512.png");
  await expect(page.getByRole("img", { name: "Preview of profile image" })).toBeVisible();
  await page.goto("/details/1");
  await expect(heading).toBeVisible();
});
