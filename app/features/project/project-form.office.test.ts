import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("a section that was added and left blank is no input, until it has a value", async () => {
  await openOffice("/admin/create");
  const add = page.getByRole("button", { name: "Add Project" });
  await expect.element(add).toBeDisabled();
  await page.getByRole("button", { name: "Add Detail" }).click();
  await page.getByRole("button", { name: "Add Detail" }).click();
  await page.getByLabelText("Layout").first().selectOptions("full");
  await expect.element(add).toBeDisabled();
  await page.getByRole("textbox", { name: "Heading" }).first().fill(" ");
  await expect.element(add).toBeDisabled();
  await page.getByRole("textbox", { name: "Heading" }).last().fill("What it does");
  await expect.element(add).toBeEnabled();
});

/** How many pixels of what a field says are hidden. */
function hiddenPart(field: Locator): [right: number, below: number] {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = field.element();
  return [Math.max(0, scrollWidth - clientWidth), Math.max(0, scrollHeight - clientHeight)];
}

test("alt texts and roles are read in full beside the fields of a project", async () => {
  await page.viewport(1440, 900);
  await openOffice("/admin/update/learning-platform-with-a-token-reward");
  const alt = page.getByRole("textbox", { name: "Alt text", exact: true });
  await expect.element(alt).toBeVisible();
  await alt.fill(
    "The finished screen: question three of five of a quiz about hash functions,\nwith the list of lessons.",
  );
  await expect
    .element(alt)
    .toHaveValue(
      "The finished screen: question three of five of a quiz about hash functions, with the list of lessons.",
    );
  expect(hiddenPart(alt)).toEqual([0, 0]);
  const role = page.getByRole("textbox", { name: "Team, role 2: Role" });
  await expect.element(role).toHaveValue("Smart contract engineer");
  expect(hiddenPart(role)).toEqual([0, 0]);
});
