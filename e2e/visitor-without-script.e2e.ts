import { expect, test } from "./support/fixtures.ts";

test.use({ javaScriptEnabled: false });

test("the panel closes, a quote is sent from it, and an address is subscribed, without a script", async ({ page }) => {
  await page.goto("/portfolio#quote");
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  await expect(panel).toBeVisible();
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toBeHidden();
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
  await panel.getByLabel("Full name").fill("Grace Hopper");
  await panel.getByLabel("Email").fill("grace@example.com");
  await panel.getByLabel("Message").fill("A compiler.");
  await panel.getByRole("button", { name: "Send Message" }).click();
  await expect(page).toHaveURL(/\/sent\/quote\/\w{16}$/);
  await expect(page.getByText("Your message has been sent successfully.")).toBeVisible();
  await expect(page.getByRole("main").getByText("A compiler.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "What happens next" })).toBeVisible();
  await expect(page.getByText(/^Reference [0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible();
  await page.getByRole("contentinfo").getByLabel("Email").fill("grace@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page).toHaveURL("/sent/subscription");
  await expect(page.getByText("Thank you for subscribing!")).toBeVisible();
});

test("every hero slide and the last review can be reached by scrolling", async ({ page }) => {
  await page.goto("/");
  for (const name of ["1 of 3", "2 of 3", "3 of 3"]) {
    await page.getByRole("group", { name }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("group", { name })).toBeInViewport();
  }
  await page.getByRole("group", { name: "5 of 5" }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("group", { name: "5 of 5" })).toBeInViewport();
});

test("the menu opens on a small screen without a script", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "About Us" }).click();
  await expect(page).toHaveURL("/about");
});

test("the panel of a refused request can be closed", async ({ page, problems }) => {
  problems.expect(/^422 POST \/send\//);
  await page.goto("/#quote");
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  for (const [label, value] of Object.entries({ "Full name": "Grace", Email: "grace@example", Message: "Hello" }))
    await panel.getByLabel(label).fill(value);
  await panel.getByRole("button", { name: "Send Message" }).click();
  await expect(page).toHaveURL(/\/send\/quote/);
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
});
