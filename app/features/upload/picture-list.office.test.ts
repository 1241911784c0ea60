import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("a picture is found by where it is used", async () => {
  await openOffice("/admin/pictures");
  const search = page.getByLabelText("Find in pictures");
  await search.fill("rejected sketch");
  await expect.element(page.getByRole("status").filter({ hasText: /^\d+ pictures found$/ })).toBeVisible();
  await expect.poll(() => page.getByRole("listitem").elements().length).toBeGreaterThan(0);
  for (const row of page.getByRole("article").elements()) expect(row.textContent).toContain("Rejected sketch");
  await search.fill("nothing of this kind");
  await expect.element(page.getByText("No picture contains “nothing of this kind”.")).toBeVisible();
  await page.getByRole("link", { name: "Show all pictures" }).click();
  await expect.element(page.getByText(/^Every uploaded picture/)).toBeVisible();
  await expect.element(search).toHaveValue("");
});
