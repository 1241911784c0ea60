import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api, main, openOffice, setUpOffice } from "#test/office/office.tsx";

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

/** A picture of one colour, as a file. */
async function pictureFile(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(400, 100);
  canvas.getContext("2d")?.fillRect(0, 0, 400, 100);
  return new File([await canvas.convertToBlob({ type: "image/png" })], name, { type: "image/png" });
}

test("a saved logo and name appear in the frame at once, and go again with Reset and with Undo in Activity", async () => {
  await openOffice("/admin/site?section=theme");
  const bar = page.getByRole("complementary", { name: "Back office" });
  const logo = bar.getByRole("img", { name: "Jorna" });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const isPicture = () => logo.element().localName === "img";
  await expect.element(logo).toBeVisible();
  expect(isPicture()).toBe(false);

  await userEvent.upload(page.getByLabelText("Logo", { exact: true }), await pictureFile("logo.png"));
  await expect.element(page.getByAltText("Preview of logo", { exact: true })).toBeVisible();
  await save.click();
  await expect.poll(isPicture).toBe(true);

  await page.getByRole("button", { name: "Reset Logo", exact: true }).click();
  await save.click();
  await expect.poll(isPicture).toBe(false);

  await bar.getByRole("link", { name: "Activity" }).click();
  await main()
    .getByRole("article", { name: /^Reset to built-in/ })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect.poll(isPicture).toBe(true);
  await main()
    .getByRole("article", { name: /^Changed the text/ })
    .first()
    .getByRole("button", { name: "Undo" })
    .click();
  await expect.poll(isPicture).toBe(false);

  await openOffice("/admin/site?text=company.name");
  await main().getByLabelText("Name", { exact: true }).first().fill("Agora");
  await save.click();
  await expect.element(bar.getByText("Agora")).toBeVisible();
  await api.put("/site/edit", { edits: [{ path: "company.name", value: null }] });
});

test("the focal point of a built-in drawing is set on the drawing", async () => {
  await openOffice("/admin/site?section=home");
  const drawing = () => document.querySelector(`main img[src$=".svg"]:has(+ [role="slider"])`);
  await expect.poll(() => drawing()?.clientWidth).toBeGreaterThan(200);
  await expect.poll(() => drawing()?.clientHeight).toBeGreaterThan(130);
});
