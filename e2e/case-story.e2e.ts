import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
import { hydrated } from "./support/hydrated.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeAt } from "./support/office.ts";

const sketch = "db/seed/pictures/02-agent-finder-sketch.webp";

/** Pictures far down come when they are near. */
async function seen(page: Page): Promise<void> {
  for (const image of await page.getByRole("main").locator("img").all()) await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      page
        .getByRole("main")
        .locator("img")
        .evaluateAll((all) => all.every((each) => (each as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
}

test("a long outcome figure stays on one line; texts begin at one edge", async ({ page, site }) => {
  const office = await officeAt(page.request);
  const words = "مشروع تجريبي للواجهة من اليمين إلى اليسار ".repeat(3);
  const outcomes = ["1,234,567,890", "41", "99 %"].map((figure) => ({ figure, meaning: "Calls", source: "The log" }));
  const facts = { clientType: words, sector: "Law", year: 2026, weeks: 9, team: [{ role: words, count: 2 }] };
  const liveUrl = "https://www.rechtsschutzversicherungsgesellschaften-vergleichsportal.example/";
  const data = { title: words, description: words, outcomes, ...facts, liveUrl };
  const { number, slug } = await office.post("/project/new", data);
  await page.goto(`${site.url}/details/${number}`);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    const heights = await page
      .getByRole("list")
      .filter({ hasText: "The log" })
      .locator("li > :first-child")
      .evaluateAll((figures) => figures.map(({ clientHeight }) => clientHeight));
    expect(new Set(heights).size, `${heights} at ${width} px`).toBe(1);
    const header = page.getByRole("article").locator("header");
    const edges = await header
      .locator("h1, h1 + p")
      .evaluateAll((texts) => texts.map((text) => Math.round(text.getBoundingClientRect().right)));
    expect(edges[0], `${edges} at ${width} px`).toBe(edges[1]);
  }
  // Other tests count the projects.
  await office.remove(`/project/${slug}`);
});

test("outcome figures do not read as one, and facts stand below their labels", async ({ page, site }) => {
  const office = await officeAt(page.request);
  const data = {
    title: "Schadenmeldung für Versicherte",
    technology: "TypeScript, PostgreSQL, Kubernetes, Terraform, WebAssembly, OpenTelemetry",
    clientType: "شركة تأمين في لاهور",
    sector: "التأمين",
    year: 2024,
    outcomes: ["1.234.567 €", "9"].map((figure) => ({ figure, meaning: "توفير", source: "The ledger" })),
  };
  const { number, slug } = await office.post("/project/new", data);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.url}/details/${number}`);
  await hydrated(page);
  /** Left and right edges of the lines of text in each element. */
  const edges = (selector: string) =>
    page
      .getByRole("main")
      .locator(selector)
      .evaluateAll((all) =>
        all.map((element) => {
          const text = document.createRange();
          text.selectNodeContents(element);
          const { left, right } = text.getBoundingClientRect();
          return { left: Math.round(left), right: Math.round(right) };
        }),
      );
  const [first, second] = await edges("li:has-text('The ledger') > :first-child");
  expect((second?.left ?? 0) - (first?.right ?? 0)).toBeGreaterThan(40);
  expect((await edges("dl dd")).map(({ left }) => left)).toEqual((await edges("dl dt")).map(({ left }) => left));
  await page.setViewportSize({ width: 390, height: 800 });
  // The third fact is alone in its row, but the line below it is as wide as the others.
  await expect(page.getByRole("main").locator("dl")).toHaveCSS("border-bottom-width", "1px");
  await page.goto(`${site.url}/portfolio`);
  const list = page.getByRole("list", { name: "Technology" }).filter({ hasText: "OpenTelemetry" });
  await list.scrollIntoViewIfNeeded();
  const before = await list.evaluate((entries) =>
    [...entries.children]
      .filter((entry) => entry.getBoundingClientRect().left - entries.getBoundingClientRect().left < 1)
      .map((entry) => {
        const { left, top, height } = entry.getBoundingClientRect();
        return entry.contains(document.elementFromPoint(left - 9, top + height / 2));
      }),
  );
  expect(before.length).toBeGreaterThan(1);
  expect(before).not.toContain(true);
  // Other tests count the projects.
  await office.remove(`/project/${slug}`);
});

test("a case's story is edited, shown at every width, and hydrates unchanged", async ({ page, problems }) => {
  problems.expect(/^422 PUT .*\/api\/project\/edit/);
  problems.expect(/^console: Save failed/);
  await loginAsAdmin(page);
  const card = page.getByRole("article").filter({ hasText: "Agent finder" });
  await expect(card).toContainText("Sample that came with the site.");
  await card.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Update" }).click();

  const story = page.getByRole("region", { name: "The story of the case" });
  await expect(story.getByLabel("Problem")).toHaveValue(/Families choose/);
  await story.getByLabel("Client type").fill("An agents’ association");
  await story.getByLabel("Sector").fill("Migration");
  await story.getByLabel("Year").fill("26");
  await story.getByLabel("Weeks").fill("14");
  await story.getByLabel("Live link").fill("https://agents.example/");
  await story.getByLabel("The client’s words").fill("Nobody asks where the file is any more.");
  const team = story.getByRole("group", { name: "Team" });
  await expect(team.getByRole("listitem")).toHaveCount(3);
  await team.getByRole("button", { name: "Add role" }).click();
  await expect(team.getByLabel("Team, role 4: Role")).toBeFocused();
  await page.keyboard.type("Test engineer");
  await team.getByLabel("Team, role 4: People").fill("2");
  await team.getByRole("button", { name: "Remove role 1" }).click();
  await expect(team.getByLabel("Team, role 1: Role")).toBeFocused();
  await expect(team.getByLabel("Team, role 3: Role")).toHaveValue("Test engineer");
  const figures = story.getByRole("group", { name: "Outcome figures" });
  for (const [place, [figure, meaning, source]] of [
    ["3×", "as many files without a call", "the association’s call log, 2026"],
    ["41", "agents answer in one place", "the register, 2026"],
  ].entries()) {
    await figures.getByRole("button", { name: "Add figure" }).click();
    await expect(figures.getByLabel(`figure ${place + 1}: Figure`)).toBeFocused();
    await figures.getByLabel(`figure ${place + 1}: Figure`).fill(figure ?? "");
    await figures.getByLabel(`figure ${place + 1}: What it measures`).fill(meaning ?? "");
    await figures.getByLabel(`figure ${place + 1}: Source`).fill(source ?? "");
  }
  const drawn = story.getByRole("img", { name: "Preview of rejected sketch" });
  await expect(drawn).toBeVisible();
  await story.getByRole("button", { name: "Remove image" }).click();
  await story.getByLabel("Rejected sketch").setInputFiles(sketch);
  await expect(drawn).toHaveAttribute("src", /^\/uploads\//);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, [390, 768, 1440]);

  await page.getByRole("button", { name: "Update Project" }).click();
  await expect(page.getByText("Year has to be a whole number from 1900 to 2200.").first()).toBeVisible();
  await story.getByLabel("Year").fill("2026");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await page.getByRole("button", { name: "Update Project" }).click();
  expect(Object.keys((await sent).postDataJSON()).sort(), "what the specification names, and what was touched").toEqual(
    [
      ...["clientType", "clientWords", "description", "liveUrl", "outcomes", "projectImage", "sector", "sketchImage"],
      ...["team", "technology", "title", "weeks", "year"],
    ],
  );
  await expect(page.getByRole("status").filter({ hasText: "Project update successfully" })).toBeVisible();
  await expect(card).toBeVisible();
  await expect(card).not.toContainText("Sample that came with the site.");

  await page.goto("/admin/detail/agent-finder-for-education-and-migration");
  await page.getByRole("button", { name: "Actions for Filters people actually use" }).click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  const dialog = page.getByRole("dialog", { name: "Detail Edit" });
  await dialog.getByLabel("Layout").selectOption("close-up");
  await dialog.getByRole("button", { name: "Update Detail" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Detail successfully Updated" })).toBeVisible();

  await page.goto("/details/1");
  const facts = page.locator("main dl");
  await expect(facts).toContainText("An agents’ association");
  await expect(facts.getByRole("link", { name: "agents.example" })).toHaveAttribute("href", "https://agents.example/");
  const main = page.getByRole("main");
  // textContent: what is far below is not laid out yet, and innerText would leave it out.
  const told = await main.textContent();
  await hydrated(page);
  expect(await main.textContent(), "React has left what the server drew").toBe(told);
  await expect(main.getByRole("list").filter({ hasText: "Test engineer" }).getByRole("listitem")).toHaveCount(3);
  await expectNoAxeViolations(page);
  await seen(page);
  await expectNoSidewaysScroll(page, [390, 768, 1440]);
});

test("the portfolio is filtered by its address, without JavaScript", async ({ page, browser, baseURL }) => {
  const office = await officeAt(page.request);
  await office.put("/project/edit/startup-and-investor-matching", { sector: "Mobility", year: 2026 });
  await office.put("/project/edit/nft-marketplace", { sector: "Art", year: 2025 });
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto("/portfolio");
  const filters = plain.getByRole("navigation", { name: "Filter the projects" });
  await filters.getByRole("link", { name: "Mobility" }).click();
  await expect(plain).toHaveURL(/\/portfolio\?sector=Mobility#sector$/);
  await expect(filters.getByRole("link", { name: "Mobility" })).toHaveAttribute("aria-current", "true");
  await expect(plain.getByRole("link", { name: /^See the project/ })).toHaveCount(1);
  await expect(filters.getByText("1 of 7 projects")).toBeVisible();
  await context.close();

  await page.goto("/portfolio");
  await hydrated(page);
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(8);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, [390, 768, 1440]);
});

test("a built-in case shows its story without facts about a client", async ({ page }) => {
  await page.goto("/details/5");
  const main = page.getByRole("main");
  for (const heading of ["The problem", "Rejected", "The decision", "What we did", "The team"])
    await expect(main.getByRole("heading", { name: heading, exact: true })).toBeVisible();
  await expect(main.locator("dt")).toHaveText(["Sector", "The team"]);
  // The rejected sketch has the colour of the drawing above, which the agency may have changed.
  await expect(main.locator("img[alt^='A line drawing']")).toHaveCSS("filter", 'url("#in-pencil")');
  const colours = () =>
    page.evaluate(() => [
      getComputedStyle(document.querySelector("#in-pencil feFlood") as Element).floodColor,
      getComputedStyle(document.querySelector("svg[data-drawing]") as Element).color,
    ]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const [sketch, drawing] = await colours();
    expect(sketch, colorScheme).toBe(drawing);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await seen(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
