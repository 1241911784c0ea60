import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { failing } from "#test/office/failing-calls.ts";
import { api, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

/** A project with one section, which has no picture. */
async function withSection(title: string): Promise<string> {
  const { slug } = await api.post("/project/new", { title });
  await api.post(`/project/detail/${slug}`, { heading: "The quay", description: "It is long." });
  return slug;
}

/** Chooses a picture within `place`, whose upload is under way during `work`. */
async function whileUploading(place: Locator, work: () => Promise<void>): Promise<void> {
  const canvas = new OffscreenCanvas(400, 100);
  canvas.getContext("2d")?.fillRect(0, 0, 400, 100);
  const file = new File([await canvas.convertToBlob()], "quay.png", { type: "image/png" });
  const { promise, resolve } = Promise.withResolvers<void>();
  await failing({ method: "POST", path: "/upload" }, { after: promise }, async () => {
    await userEvent.upload(place.getByLabelText(/^Image/), file);
    const hint = page.getByText("Wait until the image is uploaded.");
    await work();
    await expect.element(hint).toBeVisible();
    resolve();
    await expect.element(hint).not.toBeInTheDocument();
  });
}

test("a picture that is uploaded in a section is saved with the project, also if its card was folded meanwhile", async () => {
  const slug = await withSection("Harbour");
  await openOffice(`/admin/update/${slug}`);
  const card = page.getByRole("button", { name: /^The quay/ });
  await card.click();
  await whileUploading(page.getByRole("group", { name: "The quay" }), () => card.click());
  await page.getByRole("button", { name: "Update Project" }).click();
  await expect.element(page.getByText("Project update successfully")).toBeVisible();
  expect((await api.get(`/project/${slug}`)).detail[0].img).toMatch(/^\/uploads\//);
});

test("a section is not saved as a draft before its picture is uploaded", async () => {
  await openOffice(`/admin/detail/${await withSection("Lighthouse")}`);
  await page.getByRole("button", { name: "Actions for The quay" }).click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  const dialog = page.getByRole("dialog", { name: "Detail Edit" });
  const save = dialog.getByRole("button", { name: "Save draft" });
  await dialog.getByLabelText("Heading").fill("The long quay");
  await expect.element(save).toBeEnabled();
  await whileUploading(dialog, () => expect.element(save).toBeDisabled());
  await expect.element(save).toBeEnabled();
});

test("a section that was added and left blank is no input, until it has a value; Undo of its removal goes with the form", async () => {
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
  await page.getByRole("button", { name: "Actions for What it does" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const removed = page.getByRole("dialog", { name: "“What it does” is removed with the next save." });
  await expect.element(removed).toBeVisible();
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  // Before it would close by itself.
  await expect.element(removed, { timeout: 2_000 }).not.toBeInTheDocument();
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
