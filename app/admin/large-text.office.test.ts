import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { api, main, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

// What a browser's setting for the text size does.
beforeEach(async () => {
  await page.viewport(1440, 900);
  document.documentElement.style.fontSize = "200%";
});
afterEach(() => {
  document.documentElement.style.removeProperty("font-size");
});

/** How many lines a word takes; more than one means that it is broken. */
function linesOf(element: Element, word: string): number {
  const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const at = node.textContent?.indexOf(word) ?? -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + word.length);
    return range.getClientRects().length;
  }
  return 0;
}

test("cards and rows of the trash keep words whole at twice the text size", async () => {
  for (const fullName of ["Katherine Johnson", "Dorothy Vaughan", "Maryam Mirzakhani"])
    await api.post("/team-member/add", { fullName, role: "Mathematician" });
  await openOffice("/admin/team-member");
  const card = main().getByRole("listitem").filter({ hasText: "Katherine" });
  await expect.element(card).toBeVisible();
  expect(linesOf(card.element(), "Katherine")).toBe(1);
  expect(linesOf(card.element(), "Mathematician")).toBe(1);

  const { slug } = await api.post("/review/add", { fullName: "Katherine Johnson", feedback: "It adds up." });
  await api.remove(`/review/${slug}`);
  await openOffice("/admin/trash");
  const row = main().getByRole("article").first();
  await expect.element(row).toBeVisible();
  expect(linesOf(row.element(), "Katherine")).toBe(1);
});

test("the lines of the inbox grow with the text", async () => {
  await api.post("/quote/new", {
    fullName: "Łukasz Ångström",
    email: "l@example.com",
    message: "Is it ready, by now?",
  });
  await openOffice("/admin/quote");
  const name = main().getByText("Łukasz Ångström");
  await expect.element(name).toBeVisible();
  const line = name.element().closest("article") as HTMLElement;
  // The letters with their accents take the size of the text and a little more.
  const needed = 1.3 * Number.parseFloat(getComputedStyle(line).fontSize);
  expect(name.element().parentElement?.clientHeight).toBeGreaterThan(needed);
  expect(main().getByText("Is it ready, by now?").element().clientHeight).toBeGreaterThan(needed);
  expect(line.clientHeight).toBeGreaterThan(2 * needed);
});
