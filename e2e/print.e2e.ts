import { expect, test } from "./support/fixtures.ts";

const pages = [
  { path: "/", most: 3 },
  { path: "/details/0", most: 3 },
  { path: "/career/__opening__", most: 2 },
];

for (const { path, most } of pages) {
  test(`${path.replace("/__opening__", "/{opening}")} prints on at most ${most} pages, dark on white`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(path.replace("/__opening__", ""));
    if (path.endsWith("__opening__"))
      await page.goto((await page.locator('main a[href^="/career/"]').first().getAttribute("href")) ?? "");
    const pdf = (await page.pdf({ format: "A4", printBackground: false })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(most);

    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const looks = await page.getByRole("heading", { level: 1 }).evaluate((heading) => ({
      ink: getComputedStyle(heading).color,
      ground: getComputedStyle(document.body).backgroundColor,
    }));
    expect(looks).toEqual({ ink: "rgb(16, 31, 26)", ground: "rgb(255, 255, 255)" });
    for (const left of ["form", "footer", "header nav", "main button"])
      for (const part of await page.locator(left).all()) await expect(part, left).toBeHidden();
  });
}
