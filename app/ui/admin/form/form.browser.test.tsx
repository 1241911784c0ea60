import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { plus } from "#app/ui/glyphs.ts";
import { useEntryForm } from "./entry-form.ts";
import type { FormFields } from "./fields.ts";
import { Form } from "./form.tsx";

const fields = {
  title: { kind: "text", label: "Title" },
  image: { kind: "image", label: "Image" },
} as const satisfies FormFields;

const uploads = {
  send: () => Promise.reject(new Error("The image could not be uploaded. This is a HEIC photo.")),
  crop: () => Promise.reject(new Error("Nothing to crop.")),
};

function AddLamp() {
  const form = useEntryForm({ initial: { title: "", image: "" }, save: async () => undefined, onSaved: () => {} });
  return <Form form={form} fields={fields} uploads={uploads} submit={{ label: "Add Lamp", glyph: plus }} />;
}

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
