import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("an earlier message of the same person is cut at the pane's edge, however long it is", async () => {
  const visitor = { fullName: "Ada Lovelace", email: "ada@example.com" };
  await api.post("/quote/new", { ...visitor, message: "An engine that weaves algebraic patterns. ".repeat(20) });
  const { slug } = await api.post("/quote/new", { ...visitor, message: "Any news?" });
  await page.viewport(390, 844);
  await openOffice(`/admin/quote/${slug}`);

  await expect.element(page.getByRole("heading", { name: "Wrote before" })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
