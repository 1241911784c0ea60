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
const kinds = ["/", "/portfolio", "/about", "/career", "/details/0", "/privacy", "/sent/quote"];

test("every public page has valid markup and passes axe, in each of its states", async ({ page, problems }) => {
  problems.expect(/^404 GET \/nowhere$/);
  test.slow();
  for (const path of pages) {
    const sent = await page.goto(path);
    await expectSoundSource(page, (await sent?.text()) ?? "", `${path} as sent`);
    for (const width of kinds.includes(path) ? [390, 1440] : []) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoAxeViolations(page);
    }
    await page.locator("html[data-laid-out]").waitFor({ state: "attached" });
    const { missing, checked } = await page.evaluate(compareRules);
    expect(checked, path).toBeGreaterThan(100);
    expect(missing, path).toEqual([]);
    await hydrated(page);
    await expectSoundMarkup(page, `${path} hydrated`);
    const left = await page
      .locator("main > *, main li, footer")
      .evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).contentVisibility !== "visible").length);
    expect(left, path).toBe(0);
    const moving = await page.evaluate(() => {
      const longest = (list: string) => Math.max(...list.split(",").map(Number.parseFloat));
      const found = [...document.querySelectorAll("*")].filter((element) =>
        [null, "::before", "::after", "::details-content"].some((pseudo) => {
          const style = getComputedStyle(element, pseudo);
          const times = [style.transitionDuration, style.transitionDelay, style.animationDuration];
          return times.some((time) => longest(time) > 0.001) || style.scrollBehavior === "smooth";
        }),
      );
      return found.map((element) => element.outerHTML.slice(0, 120));
    });
    expect(moving, path).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.getAnimations().length), path).toBe(0);
  }
});

/**
 * Runs in the browser. Finds the selectors of the site's whole style sheet that match an element of the document, and of
 * those the ones that the document's own rules lack.
 */
async function compareRules(): Promise<{ missing: string[]; checked: number }> {
  /** The selectors of a list; a comma in brackets separates none. */
  const listed = (list: string) => {
    let depth = 0;
    const marked = [...list].map((char) => {
      depth += char === "(" ? 1 : char === ")" ? -1 : 0;
      return char === "," && depth === 0 ? "\n" : char;
    });
    return marked.join("").split(/\n\s*/);
  };
  const selectorsOf = (rules: CSSRuleList, group = ""): string[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSStyleRule) return listed(rule.selectorText).map((text) => group + text);
      if (!(rule instanceof CSSGroupingRule)) return [];
      const [head = ""] = rule.cssText.split("{");
      return selectorsOf(rule.cssRules, `${group}${head.trim()} / `);
    });
  const own = new Set([...document.styleSheets].flatMap(({ cssRules }) => selectorsOf(cssRules)));
  const whole = new CSSStyleSheet();
  await whole.replace(await (await fetch(document.documentElement.dataset.lateStyle ?? "")).text());
  const states =
    /:(?:hover|active|focus-visible|focus-within|focus|target|checked|disabled|enabled|user-valid|user-invalid|valid|invalid|placeholder-shown|modal)\b|::[\w-]+(?:\([^()]*\))?/g;
  const matching = selectorsOf(whole.cssRules).filter((selector) => {
    const stateless = (selector.split(" / ").at(-1) ?? "")
      .replaceAll(states, "")
      .replaceAll(/:(?:not|is|where)\(\)/g, "");
    return document.querySelector(stateless.replace(/(^|[\s>+~])$/, "$1*")) !== null;
  });
  return { missing: matching.filter((selector) => !own.has(selector)), checked: matching.length };
}

test("refused forms, open panel and menu have valid markup and one honeypot each", async ({ page }) => {
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
