import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("Undo after Reset brings back what was typed and never saved, and the focus stays at the field", async () => {
  await openOffice("/admin/site?section=about");
  const lead = page.getByLabelText("Faq lead", { exact: true });
  const builtIn = ((await lead.findElement()) as HTMLTextAreaElement).value;
  await lead.fill("Ask us anything, at any hour.");
  const reset = page.getByRole("button", { name: "Reset Faq lead" });
  (reset.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(lead).toHaveValue(builtIn);
  await expect.element(reset).not.toBeInTheDocument();
  await expect.element(lead).toHaveFocus();

  await page.getByRole("dialog", { name: "Faq lead reset" }).getByRole("button", { name: "Undo" }).click();
  await expect.element(lead).toHaveValue("Ask us anything, at any hour.");
  await expect.element(lead).toHaveFocus();
  await expect.element(page.getByText("One text is not saved.")).toBeVisible();
  // Undo could do nothing once the form has been left.
  await reset.click();
  await page.getByRole("link", { name: "Trash" }).click();
  await expect.element(page.getByRole("heading", { name: "Trash" })).toBeVisible();
  await expect.element(page.getByRole("dialog", { name: "Faq lead reset" })).not.toBeInTheDocument();
});
