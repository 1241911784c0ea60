import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectErrors, expectNoAxeViolations, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("a picture is found by where it is used", async () => {
  await openOffice("/admin/pictures");
  const search = page.getByLabelText("Find in pictures");
  await search.fill("rejected sketch");
  await expect.element(page.getByRole("status").filter({ hasText: /^\d+ pictures found$/ })).toBeVisible();
  const rows = page.getByRole("article");
  await expect.element(rows.filter({ hasText: "Rejected sketch" }).first()).toBeVisible();
  await expect.element(rows.filter({ hasNotText: "Rejected sketch" })).not.toBeInTheDocument();
  await search.fill("nothing of this kind");
  await expect.element(page.getByText("No picture contains “nothing of this kind”.")).toBeVisible();
  await page.getByRole("link", { name: "Show all pictures" }).click();
  await expect.element(page.getByText(/^Every uploaded picture/)).toBeVisible();
  await expect.element(search).toHaveValue("");
});

async function pictureFile(name: string, colour: string): Promise<File> {
  const canvas = new OffscreenCanvas(900, 600);
  const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
  context.fillStyle = colour;
  context.fillRect(0, 0, 900, 600);
  return new File([await canvas.convertToBlob({ type: "image/png" })], name, { type: "image/png" });
}

const chooser = () => page.getByRole("dialog", { name: "Choose from Pictures" });
const opener = (label: string) => page.getByRole("button", { name: `Choose from Pictures ${label}`, exact: true });
const preview = (label: string) => page.getByAltText(`Preview of ${label}`, { exact: true });

test("a picture that was uploaded elsewhere is chosen by keyboard, found by its name, and is unsaved until Save", async () => {
  await openOffice("/admin/review/create");
  await userEvent.upload(page.getByLabelText(/^Profile image/), await pictureFile("Ada at sea.png", "#246"));
  await expect.element(preview("profile image")).toBeVisible();
  const address = (await preview("profile image").findElement()).getAttribute("src");

  await openOffice("/admin/create");
  const open = opener("Image");
  ((await open.findElement()) as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(chooser()).toBeVisible();
  // Nothing is chosen, and the focus is back.
  await userEvent.keyboard("{Escape}");
  await expect.element(chooser()).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();

  await userEvent.keyboard("{Enter}");
  await chooser().getByLabelText("Find in pictures").fill("ada at");
  await expect.element(chooser().getByText("1 picture found")).toBeVisible();
  const found = chooser().getByRole("listitem").getByRole("button");
  expect((await found.findElement()).textContent).toMatch(/^Ada at sea\.png900 × 600 px, \d+ KB$/);
  await expectNoAxeViolations();
  ((await found.findElement()) as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");

  await expect.element(chooser()).not.toBeInTheDocument();
  await expect.element(preview("image")).toHaveAttribute("src", address);
  await expect.element(open).toHaveFocus();
  await expect.element(page.getByText("The picture is chosen.")).toBeInTheDocument();
  await expect.element(page.getByText(/^Draft kept, /)).toBeVisible();
});

test("the arrow keys go through the pictures, the current one is marked, and a failed upload is forgotten", async () => {
  await openOffice("/admin/site?section=about");
  expectErrors(/^Upload failed/);
  const file = new File(["no picture"], "a.png", { type: "image/png" });
  await opener("Picture").click();
  const choices = chooser().getByRole("listitem").getByRole("button");
  await expect.poll(() => choices.elements().length).toBeGreaterThan(10);
  const [first, second] = choices.elements() as HTMLElement[];
  first?.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(second);
  const columns = choices.elements().filter((each) => (each as HTMLElement).offsetTop === first?.offsetTop).length;
  await userEvent.keyboard("{ArrowLeft}{ArrowDown}");
  expect(document.activeElement).toBe(choices.elements()[columns]);
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  expect(document.activeElement).toBe(first);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("One text is not saved.")).toBeVisible();

  await page.getByRole("button", { name: "Remove image" }).first().click();
  await userEvent.upload(page.getByLabelText(/^Picture/).first(), file);
  const failed = page.getByText(/^The image could not be uploaded\./);
  await expect.element(failed).toBeVisible();
  await opener("Picture").click();
  await choices.first().click();
  await expect.element(failed).not.toBeInTheDocument();
  await opener("Picture").click();
  await expect.element(choices.first()).toHaveAttribute("aria-current", "true");
});
