import type { Page } from "@playwright/test";
import { pass, stopTime } from "./support/clock.ts";
import { expect, test } from "./support/fixtures.ts";
import { hydrated } from "./support/hydrated.ts";

// No test here is about motion, a third of what it costs to load Home.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const filled = {
  "Full name": "Ada",
  Email: "ada@example.com",
  "Phone number": "+92 0300",
  Message: "An engine.",
};

async function fillContact(page: Page) {
  await page.goto("/");
  await hydrated(page);
  const form = page.getByRole("main");
  for (const [label, value] of Object.entries(filled)) await form.getByLabel(label).fill(value);
  return { form, send: form.getByRole("button", { name: "Send Message" }) };
}

/** How often the page has called this part of the API. */
function callsOf(page: Page, address: string): () => number {
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().includes(address)) calls += 1;
  });
  return () => calls;
}

test("the contact form requires four fields and an @, cleans the phone number and sends", async ({ page }) => {
  await page.goto("/");
  const form = page.getByRole("main");
  const send = form.getByRole("form", { name: "Contact" }).getByRole("button", { name: "Send Message" });
  await expect(send).toBeDisabled();
  await expect(form.getByText("Fill in all four fields to send.")).toBeVisible();
  await expect(form.getByLabel("Message")).toHaveAttribute("rows", "10");

  await form.getByLabel("Full name").fill("Ada");
  await form.getByLabel("Email").fill("ada.example.com");
  await form.getByLabel("Phone number").pressSequentially("+92 abc 0300-1");
  await expect(form.getByLabel("Phone number")).toHaveValue("+92  0300-1");
  await form.getByLabel("Message").fill("Hello");
  await expect(send).toBeDisabled();
  await expect(form.getByText("The email address needs an @ to send.")).toBeVisible();
  await form.getByLabel("Message").fill("   ");
  await expect(form.getByText("Fill in all four fields to send.")).toBeVisible();
  await form.getByLabel("Message").fill("Hello");

  await form.getByLabel("Email").fill("ada@example");
  await expect(send).toBeEnabled();
  await expect(form.getByText(/to send\./)).toHaveCount(0);
  await send.click();
  await expect(form.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");

  await form.getByLabel("Email").fill("ada@example.com");
  const place = () => send.evaluate((button) => Math.round(button.getBoundingClientRect().top + scrollY));
  const before = await place();
  const request = page.waitForRequest("**/quote/new");
  await send.click();
  expect((await request).postDataJSON()).toEqual({
    fullName: "Ada",
    email: "ada@example.com",
    phoneNumber: "+92  0300-1",
    message: "Hello",
  });
  await expect(form.getByRole("status").getByText("Your message has been sent successfully.")).toBeVisible();
  await expect(form.getByLabel("Message")).toHaveValue("");
  await expect(form.getByText("Fill in all four fields to send.")).toBeHidden();
  await expect.poll(place, "the button stays where it was pressed").toBe(before);
  await expect(form.getByText("What you wrote")).toBeVisible();

  await form.getByLabel("Message").fill("A second one");
  await expect(form.getByText("What you wrote")).toBeHidden();
  for (const [label, value] of Object.entries(filled).slice(0, 3)) await form.getByLabel(label).fill(value);
  await send.click();
  await expect(form.getByRole("region", { name: "What happens next" }).getByText("A second one")).toBeVisible();
});

test("the newsletter form is enabled from the fifth character on, validates and thanks", async ({ page }) => {
  await page.goto("/about");
  const footer = page.getByRole("contentinfo");
  const email = footer.getByLabel("Email");
  const button = footer.getByRole("button", { name: "Subscribe" });
  await expect(button).toBeDisabled();
  await email.fill("a@bc");
  await expect(button).toBeDisabled();
  await email.fill("a@b.c");
  await expect(button).toBeEnabled();
  await hydrated(page);
  await email.press("Enter");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(footer.getByRole("alert")).toHaveText("Enter a full email address, like name@company.com");

  await email.fill("ada@example.studio");
  await button.click();
  await expect(footer.getByRole("status").getByText("Thank you for subscribing!")).toBeVisible();
  await expect(email).toHaveValue("");

  // Any answer that is one counts.
  await page.reload();
  await hydrated(page);
  await page.route("**/subscription/subscribe", (route) => route.fulfill({ json: {} }));
  await email.fill("grace@example.studio");
  await button.click();
  await expect(footer.getByRole("status").getByText("Thank you for subscribing!")).toBeVisible();
});

test("fields that the browser fills in keep the colours of the theme", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await hydrated(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const field of [
      page.locator("#contact-form [name=email]"),
      page.getByRole("contentinfo").getByLabel("Email"),
    ]) {
      await field.fill("ada@example.com");
      await field.blur();
      await field.scrollIntoViewIfNeeded();
      const inside = async () => {
        const { x = 0, y = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {};
        return page.screenshot({ clip: { x: x + 4, y: y + 4, width: width - 8, height: height - 8 } });
      };
      const plain = await inside();
      await field.evaluate(fillInLikeABrowser);
      expect((await inside()).equals(plain), `${colorScheme}: it looks the same`).toBe(true);
      await field.evaluate((input) => input.removeAttribute("data-filled-in"));
    }
  }
});

/**
 * Runs in the browser. No script can make a browser fill in a form, so an attribute stands for :autofill in the page's own
 * rules, and in those of the browser, which overrule them.
 */
function fillInLikeABrowser(input: Element): void {
  input.setAttribute("data-filled-in", "");
  const rulesOf = ({ cssRules }: { cssRules: CSSRuleList }): CSSRule[] =>
    [...cssRules].flatMap((rule) =>
      "selectorText" in rule || !("cssRules" in rule) ? [rule] : rulesOf(rule as CSSGroupingRule),
    );
  const own = [...document.styleSheets]
    .flatMap(rulesOf)
    .map(({ cssText }) => cssText)
    .filter((text) => text.includes(":autofill"))
    .map((text) => text.replace(/:is\(:autofill[^)]*\)|:autofill/g, "[data-filled-in]"));
  const sheet = new CSSStyleSheet();
  const browser = "[data-filled-in] { background-color: #e8f0fe !important; color: fieldtext !important }";
  sheet.replaceSync(`@layer ui { ${own.join(" ")} } ${browser}`);
  document.adoptedStyleSheets = [sheet];
}

test("an invalid e-mail address is marked in red and not sent; a valid one is thanked", async ({ page }) => {
  const calls = callsOf(page, "/api/");
  const { form, send } = await fillContact(page);
  await form.getByLabel("Email").fill("ada@example");
  await send.click();
  const newsletter = page.getByRole("contentinfo").getByLabel("Email");
  await newsletter.fill("ada lovelace@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  for (const [field, words] of [
    [form.getByLabel("Email"), "Enter a full email address, like name@company.com"],
    [newsletter, "Enter a full email address. Take the space out of it."],
  ] as const) {
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(words);
    const redness = async () => {
      const [red = 0, green = 0, blue = 0] = await field.evaluate((input) => {
        const pen = new OffscreenCanvas(1, 1).getContext("2d");
        if (!pen) return [];
        pen.fillStyle = getComputedStyle(input).borderTopColor;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data];
      });
      return red / Math.max(green, blue, 1);
    };
    // The colour changes gradually.
    await expect.poll(redness, "the edge is red").toBeGreaterThan(1.4);
  }
  expect(calls()).toBe(0);

  await form.getByLabel("Email").fill(filled.Email);
  await stopTime(page);
  await send.click();
  const notice = form.getByRole("status").getByText("Your message has been sent successfully.");
  await expect(notice).toBeVisible();
  for (const label of Object.keys(filled)) await expect(form.getByLabel(label)).toHaveValue("");

  await newsletter.fill("ada@example.com");
  await newsletter.press("Enter");
  const thanks = page.getByRole("contentinfo").getByRole("status").getByText("Thank you for subscribing!");
  await expect(thanks).toBeVisible();
  await page.mouse.move(5, 5);
  await pass(page, 4_900);
  await expect(thanks).toBeVisible();
  await pass(page, 200);
  await expect(thanks).toBeHidden();
});

/** How many parts of the panel's mark are built. */
const builtParts = (page: Page) =>
  page.locator("#quote-form button + svg").evaluate(
    (svg) =>
      [...svg.querySelectorAll("g")].filter((part) => {
        const line = part.querySelector("path");
        return line && (getComputedStyle(line).strokeDasharray === "none" || getComputedStyle(line).stroke === "none");
      }).length,
  );

test("filling in the panel builds its mark part by part; sending shows a summary of the message", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto("/#quote");
  const place = page.getByRole("dialog", { name: "Get a Quote" });
  const labels = Object.keys(filled).filter((label) => label !== "Phone number");
  // Before the script too.
  const builds = (parts: number) => expect.poll(() => builtParts(page)).toBe(parts);
  await builds(0);
  const send = place.getByRole("button", { name: "Send Message" });
  for (const [index, label] of labels.entries()) {
    await place.getByLabel(label).fill("  ");
    await expect(send, label).toBeDisabled();
    await place.getByLabel(label).fill(filled[label as keyof typeof filled]);
    await builds(index + 1);
  }
  await expect(send).toBeEnabled();
  await place.getByLabel("Email").fill("nobody");
  await builds(labels.length - 1);
  await place.getByLabel("Email").fill(filled.Email);
  await hydrated(page);
  const before = await page.locator("#quote-form").boundingBox();
  await send.click();
  const sheet = place.getByRole("region", { name: "What happens next" });
  await expect(sheet.getByText(filled.Message)).toBeVisible();
  await expect(sheet.getByText(filled.Email)).toBeVisible();
  await expect(sheet).toBeFocused();
  await expect(place.getByRole("status")).toHaveText("Your message has been sent successfully.");
  await expect(place.getByRole("status")).toBeInViewport({ ratio: 1 });
  const frame = await sheet.locator("..").boundingBox();
  expect(Math.abs((frame?.width ?? 0) - (before?.width ?? 0))).toBeLessThan(2);
  expect(Math.abs((frame?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(60);
  await place.getByRole("button", { name: "Write another message" }).click();
  await expect(sheet).toBeHidden();
  await expect(place.getByLabel("Full name")).toBeFocused();
  await expect(place.getByLabel("Full name")).toHaveValue("");
});
