import { expect, expectNoAxeViolations, test } from "./support/fixtures.ts";
import { hydrated } from "./support/hydrated.ts";
import { expectSoundMarkup, expectSoundSource } from "./support/markup.ts";

// No test here is about motion, a third of what it costs to load Home.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const pages = [
  ...["/", "/portfolio", "/about", "/career", "/details/0", "/details/6", "/career/senior-business-developer"],
  ...["/privacy", "/nowhere", "/sent/quote", "/sent/subscription"],
];

/** A page of each kind that is checked by axe here. */
const kinds = ["/", "/portfolio", "/about", "/career", "/details/0", "/privacy"];

test("every public page has valid markup, as sent and after hydration, when all of it is laid out; each kind passes axe as sent, before anybody touches it, on a phone and on a wide screen", async ({
  page,
  problems,
}) => {
  problems.expect(/^404 GET \/nowhere$/);
  test.slow();
  for (const path of pages) {
    const sent = await page.goto(path);
    await expectSoundSource(page, (await sent?.text()) ?? "", `${path} as sent`);
    for (const width of kinds.includes(path) ? [390, 1440] : []) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoAxeViolations(page);
    }
    await hydrated(page);
    await expectSoundMarkup(page, `${path} hydrated`);
    const left = await page
      .locator("main > *, main li, footer")
      .evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).contentVisibility !== "visible").length);
    expect(left, path).toBe(0);
  }
});

test("refused forms, the open quote panel and the open menu have valid markup", async ({ page }) => {
  await page.goto("/");
  for (const name of ["quote", "contact", "subscription"]) {
    const refused = await page.request.post(`/send/${name}`, { form: { email: "nobody" }, maxRedirects: 0 });
    expect(refused.status()).toBe(422);
    await expectSoundSource(page, await refused.text(), `${name} refused`);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await hydrated(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await expectSoundMarkup(page, "the menu");
  await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Get a Quote" }).click();
  await expectSoundMarkup(page, "the panel");
});

test("each form has exactly one honeypot field of its own, and shows no other than those that the visitor fills in", async ({
  page,
}) => {
  for (const [path, forms] of [
    ["/career", ["newsletter-form", "quote-form"]],
    ["/", ["contact-form", "newsletter-form", "quote-form"]],
  ] as const) {
    await page.goto(path);
    const honeypots = await page
      .locator("[name=reference]")
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).form?.id));
    expect(honeypots.sort(), path).toEqual(forms);
  }
  for (const [form, fields] of [
    ["contact-form", 4],
    ["newsletter-form", 1],
  ] as const) {
    const own = page.locator(`input[form="${form}"], #${form} :is(input, textarea)`);
    await expect(own).toHaveCount(fields + 1);
    await expect(own.filter({ visible: true })).toHaveCount(fields);
  }
});
