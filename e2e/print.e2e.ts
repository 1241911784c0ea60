import { expect, loginAsAdmin, test } from "./support/fixtures.ts";
import { officeAt, writeLead } from "./support/office.ts";

const pages = [
  { path: "/", most: 3 },
  { path: "/details/1", most: 2 },
  { path: "/portfolio", most: 3 },
  { path: "/about", most: 3 },
  { path: "/career", most: 4 },
  { path: "/career/senior-business-developer", most: 2 },
];

test("every kind of page prints on few pages, dark on white, with every answer", async ({ page }) => {
  for (const { path, most } of pages) {
    await page.emulateMedia({ media: null, colorScheme: "dark" });
    await page.goto(path);
    const pdf = (await page.pdf({ format: "A4", printBackground: false })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length, path).toBeLessThanOrEqual(most);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const looks = await page.getByRole("heading", { level: 1 }).evaluate((heading) => ({
      ink: getComputedStyle(heading).color,
      ground: getComputedStyle(document.body).backgroundColor,
    }));
    expect(looks, path).toEqual({ ink: "rgb(16, 31, 26)", ground: "rgb(255, 255, 255)" });
    for (const left of ["form", "footer", "header nav", "header [role='button']", "main button"])
      for (const part of await page.locator(left).all()) await expect(part, left).toBeHidden();
    const texts = page.locator("main details > :not(summary)");
    if (/about|career$/.test(path)) expect(await texts.count(), path).toBeGreaterThan(3);
    for (const text of await texts.all()) {
      await expect(text).toBeVisible();
      expect(await text.evaluate((element) => element.clientHeight >= element.scrollHeight)).toBe(true);
    }
  }
});

test("a case prints its picture on one page, and a long reason clear of what follows", async ({ page }) => {
  const office = await officeAt(page.request);
  const { sketchImage } = await office.get("/project/agent-finder-for-education-and-migration");
  const sketchReason = "Nobody found the way back from it. ".repeat(30);
  const { number, slug } = await office.post("/project/new", { title: "Printed", sketchImage, sketchReason });
  await page.emulateMedia({ media: "print" });
  await page.goto(`/details/${number}`);
  const sketch = page.locator("section").filter({ hasText: sketchReason.trim() });
  // A page of A4 across and along.
  for (const width of [718, 1040]) {
    await page.setViewportSize({ width, height: 900 });
    const { overflow, columns } = await sketch.evaluate((element) => ({
      overflow: element.scrollHeight - element.clientHeight,
      columns: getComputedStyle(element).gridTemplateColumns.split(" ").length,
    }));
    // The handles of the line that strikes it out stand at its corners.
    expect([overflow < 10, columns], `${overflow} px at ${width} px`).toEqual([true, 2]);
  }
  await expect(page.locator("#case-picture")).toHaveCSS("break-inside", "avoid");
  // Other tests count the projects.
  await office.remove(`/project/${slug}`);
});

test("a message of the back office prints whole and alone, dark on white", async ({ page }) => {
  const message = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of what we need`).join("\n");
  const slug = await writeLead(page.request, "Ada Prints", { message });
  await page.emulateMedia({ colorScheme: "dark" });
  await loginAsAdmin(page, `/admin/quote/${slug}`);
  const pane = page.getByRole("region", { name: "Ada Prints" });
  await expect(pane).toContainText("Line 60 of what we need");

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const hidden of ["aside", "header", "main h1", "main button"])
    for (const part of await page.locator(hidden).all()) await expect(part, hidden).toBeHidden();
  const looks = await pane.evaluate((element) => ({
    ink: getComputedStyle(element).color,
    ground: getComputedStyle(document.body).backgroundColor,
    isWhole: element.scrollHeight <= element.clientHeight,
  }));
  expect(looks).toEqual({ ink: "rgb(16, 31, 26)", ground: "rgb(255, 255, 255)", isWhole: true });
});
