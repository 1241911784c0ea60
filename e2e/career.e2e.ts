import type { Locator } from "@playwright/test";
import { expect, expectNoAxeViolations, test } from "./support/fixtures.ts";
import { hydrated } from "./support/hydrated.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeAt } from "./support/office.ts";

test("openings are closed at first and open one at a time", async ({ page }) => {
  await page.goto("/career");
  await hydrated(page);
  const openOnes = page.locator("main details[open]");
  const head = (title: string) => page.locator("summary", { hasText: title });
  // Beside the heading a seat is drawn for each opening, and filled while it is open.
  const seats = () =>
    page
      .locator("main svg path")
      .evaluateAll((paths) => paths.slice(0, 4).map((path) => getComputedStyle(path).fill !== "none"));
  await expect(openOnes).toHaveCount(0);
  expect(await seats()).toEqual([false, false, false, false]);
  await head("UI & UX Designer").click();
  await expect.poll(seats).toEqual([false, false, false, true]);
  for (const heading of ["Job Description", "Requirements", "Perks and Benefits", "Experience"])
    await expect(openOnes.getByRole("heading", { name: heading })).toBeVisible();
  for (const words of [
    /from an interview to screens/,
    /at least two shipped products/,
    /Paid learning days/,
    /1-2 years in/,
  ])
    await expect(openOnes.getByText(words)).toBeVisible();
  await head("Mobile Developer Intern").focus();
  await page.keyboard.press("Space");
  await expect(openOnes).toHaveCount(1);
  await expect(openOnes).toContainText("You join a mobile team");
  // What closes above is higher than a phone's screen: the pressed head stays, and the header does not come, also where
  // all of it takes four times as long.
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await page.setViewportSize({ width: 390, height: 600 });
  const last = head("UI & UX Designer");
  const top = () => last.evaluate((summary) => Math.round(summary.getBoundingClientRect().top));
  const root = page.locator("html");
  await expect(root).not.toHaveAttribute("data-keeps");
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expect(root).not.toHaveAttribute("data-header");
  await last.evaluate((summary) => summary.scrollIntoView({ block: "center", behavior: "instant" }));
  const before = await top();
  await session.send("Animation.setPlaybackRate", { playbackRate: 0.25 });
  await last.click();
  await expect(openOnes).toContainText("from an interview to screens");
  await expect(root).not.toHaveAttribute("data-keeps");
  expect(Math.abs((await top()) - before)).toBeLessThan(5);
  await expect(root).not.toHaveAttribute("data-header", "shown");
  await expectNoAxeViolations(page);
});

test("the buttons stand beside the title on a wide screen and between title and text on a phone", async ({ page }) => {
  await page.goto("/career");
  await hydrated(page);
  const row = page.getByRole("listitem").filter({ has: page.locator("summary", { hasText: "UI & UX Designer" }) });
  const apply = row.getByRole("link", { name: /^Apply Now/ });
  const isFilled = () => apply.evaluate((link) => getComputedStyle(link).backgroundColor !== "rgba(0, 0, 0, 0)");
  expect(await isFilled(), "quiet until it is opened").toBe(false);
  await row.locator("summary").click();
  await expect.poll(isFilled).toBe(true);
  const place = async () => {
    const y = async (box: Promise<{ y: number } | null>) => (await box)?.y ?? Number.NaN;
    const button = await y(row.getByRole("link", { name: /^Apply Now/ }).boundingBox());
    const title = await y(row.getByRole("heading", { name: "UI & UX Designer" }).boundingBox());
    const text = await y(row.getByRole("heading", { name: "Job Description" }).boundingBox());
    return { besideTitle: Math.abs(button - title) < 30, beforeText: button < text };
  };
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(place, `at ${width} px`).toEqual({ besideTitle: width >= 768, beforeText: true });
  }
});

test("without ::details-content both buttons of an opening stay clickable", async ({ page }) => {
  await page.route("**/career", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replaceAll("::details-content", "::unheard-of");
    expect(body).not.toBe(html);
    // The policy lists the hash of the style sheet as it was.
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body });
  });
  for (const width of [320, 767, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/career");
    await hydrated(page);
    const row = page
      .getByRole("listitem")
      .filter({ has: page.locator("summary", { hasText: "Mobile Developer Intern" }) });
    for (const isOpen of [false, true]) {
      await expect(row.locator("details")).toHaveAttribute("name", "openings");
      expect(await row.locator("details").evaluate((details: HTMLDetailsElement) => details.open)).toBe(isOpen);
      for (const name of [/^Apply Now/, /^I'm Interested/]) {
        const link = row.getByRole("link", { name });
        // Nothing lies above it, and it is no part of what folds.
        await link.click({ trial: true });
        expect(await link.evaluate((element) => element.closest("details"))).toBeNull();
      }
      await expectNoSidewaysScroll(page);
      // On a wide screen they are beside the title; below, they may follow what is folded.
      const title = await row.getByRole("heading", { name: "Mobile Developer Intern" }).boundingBox();
      const apply = await row.getByRole("link", { name: /^Apply Now/ }).boundingBox();
      const beside = Math.abs((apply?.y ?? Number.NaN) - (title?.y ?? Number.NaN)) < 30;
      expect(beside, `at ${width} px`).toBe(width >= 768);
      if (!isOpen) await row.getByRole("heading", { name: "Mobile Developer Intern" }).click();
    }
    await expect(row.getByRole("heading", { name: "Job Description" })).toBeVisible();
  }
});

test("an opening links to a page of its own, which links back to the list", async ({ page }) => {
  await page.goto("/career");
  // What is laid out and taken over meanwhile does not move the link between press and release.
  await hydrated(page);
  await page.locator("summary", { hasText: "Mobile Developer Intern" }).click();
  // Until it is unfolded, the link is cut off, and what brings it into view is scrolled back meanwhile.
  await page
    .locator("details[open]")
    .evaluate((opening) =>
      Promise.allSettled(opening.getAnimations({ subtree: true }).map(({ finished }) => finished)),
    );
  await page.getByRole("link", { name: "Link to this opening" }).click();
  await expect(page).toHaveURL(/\/career\/mobile-developer-intern$/);
  await expect(page).toHaveTitle("Mobile Developer Intern | Jorna");
  await expectNoAxeViolations(page);
  // The facts and the buttons: beside the text, where they stay in view, or before it.
  const apply = page.getByRole("link", { name: /^Apply Now/ });
  const edge = async (part: Locator, side: "x" | "y") => Math.round((await part.boundingBox())?.[side] ?? Number.NaN);
  const text = page.getByText("You join a mobile team");
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    const isBeside = (await edge(apply, "x")) > width / 2;
    expect(isBeside, `at ${width} px`).toBe(width === 1440);
    if (!isBeside) expect(await edge(apply, "y")).toBeLessThan(await edge(text, "y"));
  }
  // It ends with the others.
  await expect(page.locator("main").getByRole("link", { name: /Pakistan/ })).toHaveText([
    /^Senior Business Developer/,
    /^Associate Software Engineer/,
    /^UI & UX Designer/,
  ]);
  await page.getByRole("link", { name: /^UI & UX Designer/ }).click();
  await expect(page).toHaveTitle("UI & UX Designer | Jorna");
  await page.getByRole("link", { name: "All openings" }).click();
  await expect(page).toHaveURL(/\/career$/);
});

test("an opening with very long words and non-Latin text does not scroll sideways at 320 px", async ({ page }) => {
  const office = await officeAt(page.request);
  const long = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz".repeat(4);
  const data = {
    title: long,
    location: "لاہور، پاکستان",
    experience: "👩🏽‍🚀".repeat(20),
    description: long,
    requirements: [long],
  };
  const { slug } = await office.post("/job/add", data);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/career");
  await hydrated(page);
  await page.locator("summary").last().click();
  await expectNoSidewaysScroll(page);
  await page.goto(`/career/${slug}`);
  await expectNoSidewaysScroll(page);
  await office.remove(`/job/${slug}`);
});

test("in a low window the buttons of an opening are scrolled to, not cut off", async ({ page }) => {
  const office = await officeAt(page.request);
  const { slug } = await office.post("/job/add", {
    title: "Lighthouse keeper",
    location: "Lahore, Pakistan",
    experience: "1-2 Years",
    description: "Keeps the light. ".repeat(200),
    pay: "PKR 250,000 to 350,000 a month, before tax, plus a yearly bonus",
    hours: "40 a week, Monday to Friday, 10:00 to 18:00 (UTC+5)",
    closesOn: "2999-12-31",
  });
  await page.setViewportSize({ width: 1100, height: 520 });
  await page.goto(`/career/${slug}`);
  await hydrated(page);
  const below = await page.getByText(/^Write to/).evaluate((last) => {
    const rest = () => last.getBoundingClientRect().bottom - innerHeight;
    scrollBy({ top: rest(), behavior: "instant" });
    return rest();
  });
  expect(below).toBeLessThanOrEqual(1);
  await office.remove(`/job/${slug}`);
});
