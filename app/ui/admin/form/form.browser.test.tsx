import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { pasteSoftBreaks } from "#app/browser/pasted-lines.ts";
import { AppError } from "#app/shared/app-error.ts";
import { plus } from "#app/ui/glyphs.ts";
import { type ChooserProps, type Uploads, UploadsContext } from "../picture/image-upload.ts";
import { useEntryForm } from "./entry-form.ts";
import type { FormFields } from "./fields.ts";
import { Form } from "./form.tsx";
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import "#app/admin/primitives.css";

const fields = {
  title: { kind: "text", label: "Title" },
  image: { kind: "image", label: "Image" },
} as const satisfies FormFields;

const picture = (width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;
const image = picture(3, 2);

const uploads: Uploads = {
  send: () => Promise.reject(new Error("The image could not be uploaded. This is a HEIC photo.")),
  crop: () => Promise.reject(new Error("Nothing to crop.")),
  chooser: () => Promise.reject(new Error("No pictures.")),
};

function AddLamp() {
  const form = useEntryForm({ initial: { title: "", image: "" }, save: async () => undefined, onSaved: () => {} });
  return (
    <UploadsContext value={uploads}>
      <Form form={form} fields={fields} submit={{ label: "Add Lamp", glyph: plus }} />
    </UploadsContext>
  );
}

const withFocus = {
  ...fields,
  focus: { kind: "focalPoint", label: "Focal point", of: "image", frames: [] },
} as const satisfies FormFields;

function EditLamp({ picture, save = async () => {} }: { picture: string; save?: () => Promise<void> }) {
  const initial = { title: "Argand", image: picture, focus: "" };
  const form = useEntryForm({ initial, save, onSaved: () => {} });
  const submit = { label: "Update Lamp", glyph: plus };
  const seam = (
    <section aria-label="Seam" style={{ height: 600 }}>
      Seam
    </section>
  );
  return (
    <UploadsContext value={uploads}>
      <Form form={form} fields={withFocus} aside={seam} submit={submit} />
    </UploadsContext>
  );
}

const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();

test("on a wide screen the tools for a picture stand beside each other below the panes, not in the narrow one", async () => {
  await page.viewport(1440, 900);
  const title = page.getByLabelText("Title");
  const seam = page.getByRole("region", { name: "Seam" });
  const focus = page.getByRole("slider", { name: "Focal point" });
  const editor = await render(<EditLamp picture={image} />);
  const remove = page.getByRole("button", { name: "Remove image" });
  await expect.element(focus).toBeVisible();
  const beside = boxOf(remove);
  expect(boxOf(seam).top).toBeGreaterThan(beside.bottom);
  expect(boxOf(focus).top).toBeGreaterThan(beside.bottom);
  expect(boxOf(focus).top, "beside the seam").toBeLessThan(boxOf(seam).bottom);
  expect(boxOf(focus).right).toBeLessThan(boxOf(seam).left);
  expect(boxOf(seam).right, "as far as the panes").toBeGreaterThan(beside.left);

  await editor.rerender(<EditLamp picture="" key="empty" />);
  await expect.element(focus).not.toBeInTheDocument();
  expect(boxOf(seam).left, "without a picture in the narrow pane").toBeGreaterThan(boxOf(title).right);
});

function EditLink() {
  const links = { url: { kind: "url", label: "Address" }, email: { kind: "email", label: "Email" } } as const;
  const form = useEntryForm({ initial: { url: "", email: "" }, save: async () => undefined, onSaved: () => {} });
  return <Form form={form} fields={links} submit={{ label: "Add Link", glyph: plus }} />;
}

test("an address that is pasted with spaces around it is taken without them", async () => {
  await render(<RouterProvider router={createMemoryRouter([{ path: "*", element: <EditLink /> }])} />);
  for (const [label, address] of [
    ["Address", "https://lamp.example/argand"],
    ["Email", "argand@lamp.example"],
  ] as const) {
    const field = page.getByLabelText(label);
    await field.fill(` ${address} \t`);
    await expect.element(field).toHaveValue(address);
  }
});

function EditTasks() {
  const list = { tasks: { kind: "textList", label: "Tasks", entryName: "task" } } as const;
  const initial = { tasks: ["Trim the wick.", "Light it."] };
  const form = useEntryForm({ initial, save: async () => undefined, onSaved: () => {} });
  return <Form form={form} fields={list} submit={{ label: "Save", glyph: plus }} />;
}

/** Pastes text into the element with the focus. */
function paste(text: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
}

test("lines that are pasted into a list are typed on behind the last of them, also soft ones of word processors", async () => {
  pasteSoftBreaks();
  await render(<RouterProvider router={createMemoryRouter([{ path: "*", element: <EditTasks /> }])} />);
  const lines = page.getByRole("textbox");
  const words = () => lines.elements().map((line) => (line as HTMLTextAreaElement).value);
  await expect.poll(words).toHaveLength(2);
  const first = lines.nth(0).element() as HTMLTextAreaElement;
  first.focus();
  first.setSelectionRange(5, 5);
  document.execCommand("insertText", false, "all\nClean ");
  await userEvent.keyboard("off ");
  await expect.poll(words).toEqual(["Trim all", "Clean off the wick.", "Light it."]);
  paste("and\vfrom\u2028");
  await expect.poll(words).toEqual(["Trim all", "Clean off and", "from", "the wick.", "Light it."]);
  document.execCommand("insertText", false, "•\tits – black – end\n·  * once\n");
  await expect.poll(() => words().slice(2, -1)).toEqual(["from", "its – black – end", "* once", "the wick."]);

  await render(<AddLamp />);
  const title = page.getByLabelText("Title");
  (title.element() as HTMLInputElement).focus();
  paste("Argand’s\vlamp");
  await expect.element(title).toHaveValue("Argand’s lamp");
  await title.clear();
});

test("a failed upload's message leaves with the entry: the form for the next one is empty", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await render(<RouterProvider router={createMemoryRouter([{ path: "*", element: <AddLamp /> }])} />);
  await page.getByLabelText("Title").fill("Argand");
  const chooser = page.getByLabelText("Image");
  await chooser.upload(new File(["heic"], "photo.heic", { type: "image/heic" }));
  const message = page.getByRole("alert").filter({ hasText: "This is a HEIC photo." });
  await expect.element(message).toBeVisible();
  await page.getByRole("button", { name: "Add Lamp" }).click();
  await expect.element(page.getByLabelText("Title")).toHaveValue("");
  await expect.element(message).not.toBeInTheDocument();
  await expect.element(chooser).toBeValid();
});

/** Its address is that of an upload, and it needs no server. */
const storedImage = `${picture(300, 200)}#/uploads/${"0".repeat(32)}.webp`;

const ChooseSame = ({ value, onChoose }: ChooserProps) => (
  <button type="button" onClick={() => onChoose(value)}>
    The same
  </button>
);

test("a cropped picture that comes after Cancel is not taken, and choosing the same picture keeps its focal point", async () => {
  const cropped = Promise.withResolvers<string>();
  vi.spyOn(uploads, "crop").mockReturnValue(cropped.promise);
  vi.spyOn(uploads, "chooser").mockResolvedValue({ default: ChooseSame });
  await render(
    <RouterProvider router={createMemoryRouter([{ path: "*", element: <EditLamp picture={storedImage} /> }])} />,
  );
  const point = page.getByRole("slider", { name: "Focal point" });
  await userEvent.type(point, "{ArrowRight}");
  await page.getByRole("button", { name: "Choose from Pictures Image" }).click();
  await page.getByRole("button", { name: "The same" }).click();
  await expect.element(point).toHaveAttribute("aria-valuetext", "51% from the left, 50% from the top");

  await page.getByRole("button", { name: "Crop Image" }).click();
  await page.getByLabelText("Width, px").fill("90");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  cropped.resolve(image);
  await new Promise(requestAnimationFrame);
  await expect.element(page.getByRole("img", { name: "Preview of image" })).toHaveAttribute("src", storedImage);
});

test("a picture that the server refuses says why, and its button takes the focus", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const message = "This picture has been deleted.";
  const save = () => Promise.reject(new AppError("invalid", message, { errors: [{ field: "image", message }] }));
  const element = <EditLamp picture={image} save={save} />;
  await render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  await page.getByLabelText("Title").fill("Betty");
  await page.getByRole("button", { name: "Update Lamp" }).click();
  const remove = page.getByRole("button", { name: "Remove image" });
  await expect.element(remove).toHaveFocus();
  await expect.element(remove).toHaveAccessibleDescription(message);
});

const twoTexts = { name: { kind: "text", label: "Name" }, maker: { kind: "text", label: "Maker" } } as const;

function NameLamp({ save }: { save: () => Promise<void> }) {
  const form = useEntryForm({ initial: { name: "", maker: "" }, version: 1, save, onSaved: () => {} });
  return <Form form={form} fields={twoTexts} submit={{ label: "Update Lamp", glyph: plus }} />;
}

test("a slow answer to a save takes the focus to a field, but not from one in which the user has gone on typing", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let answer: PromiseWithResolvers<void>;
  const element = <NameLamp save={() => answer.promise} />;
  await render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  const [name, maker] = [page.getByLabelText("Name"), page.getByLabelText("Maker")];
  const button = page.getByRole("button", { name: /^(Update Lamp|Saving)$/ });
  const refusal = new AppError("invalid", "Taken.", { errors: [{ field: "name", message: "Taken." }] });
  for (const [goesOn, isRefused] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ]) {
    await name.fill(`Argand ${goesOn} ${isRefused}`);
    answer = Promise.withResolvers();
    await button.click();
    await expect.element(button).toHaveTextContent("Saving");
    if (goesOn) await maker.fill(`Aimé ${isRefused}`);
    if (isRefused) answer.reject(refusal);
    else answer.resolve();
    await expect.element(button).toHaveTextContent("Update Lamp");
    await expect.element(goesOn ? maker : name).toHaveFocus();
  }
});

interface Lamp {
  name: string;
  maker: string;
}

function SharedLamp({ lamp, version, save }: { lamp: Lamp; version: number; save: () => Promise<void> }) {
  const form = useEntryForm({ initial: { ...lamp }, version, save, onSaved: () => {}, draftAt: "shared lamp" });
  return (
    <>
      <Form form={form} fields={twoTexts} submit={{ label: "Update Lamp", glyph: plus }} />
      <p data-testid="state">{form.isChanged ? "Not saved" : "Saved"}</p>
    </>
  );
}

test("what others have saved, loaded while a save is under way, is shown and does not count as an edit", async () => {
  const answer = Promise.withResolvers<void>();
  const at = (lamp: Lamp, version: number) => <SharedLamp {...{ lamp, version }} save={() => answer.promise} />;
  const form = await render(at({ name: "Argand", maker: "Bolton" }, 1));
  const [name, maker] = [page.getByLabelText("Name"), page.getByLabelText("Maker")];
  await name.fill("Betty");
  await page.getByRole("button", { name: "Update Lamp" }).click();
  await form.rerender(at({ name: "Betty", maker: "Boulton" }, 3));
  await expect.element(maker).toHaveValue("Boulton");
  answer.resolve();
  await expect.element(page.getByRole("button", { name: "Update Lamp" })).toBeVisible();
  await expect.element(page.getByTestId("state")).toHaveTextContent("Saved");
  await expect.element(name).toHaveValue("Betty");
  await expect.element(maker).toHaveValue("Boulton");
});
