import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import "#app/ui/tokens.css";
import type { StoredPicture } from "./picture.contract.ts";
import { PictureRow } from "./picture-row.tsx";

const picture: StoredPicture = {
  ...{
    hash: "0".repeat(32),
    url: "/uploads/0.webp",
    name: "engine.png",
    width: 900,
    height: 600,
    size: 1_234,
    isBuiltIn: false,
  },
  ...{ createdAt: "2026-11-20T09:00:00.000Z", eraseAt: null, uses: [] },
};

const use = {
  key: "faq/engine/image",
  label: "Question “Engine”, Image",
  path: "/faq/update/engine",
};

async function show(shown: StoredPicture) {
  const onDelete = vi.fn();
  const element = <PictureRow picture={shown} isBusy={false} onReplace={() => {}} onDelete={onDelete} />;
  await render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  return { onDelete, deleteButton: page.getByRole("button", { name: "Delete" }) };
}

test("a picture in use shows where and refuses to be deleted, with the reason", async () => {
  const { onDelete, deleteButton } = await show({ ...picture, uses: [use] });
  await expect.element(page.getByRole("link", { name: use.label })).toBeVisible();
  await expect.element(deleteButton).toBeDisabled();
  await expect.element(deleteButton).toHaveAccessibleDescription(/Used in 1 place, so it cannot be deleted/);
  deleteButton.element().focus();
  await expect.element(deleteButton).toHaveFocus();
  (deleteButton.element() as HTMLButtonElement).click();
  expect(onDelete).not.toHaveBeenCalled();
});

test("a picture that nothing uses can be deleted", async () => {
  const { onDelete, deleteButton } = await show({ ...picture, eraseAt: "2026-12-20T09:00:00.000Z" });
  await expect.element(page.getByText(/Used in/)).not.toBeInTheDocument();
  await deleteButton.click();
  expect(onDelete).toHaveBeenCalledOnce();
});

const wordsShown = () => page.getByRole("article").element().textContent;

test("an unused picture is not said to be deleted for certain, since an older version may keep it", async () => {
  const nextYear = new Date().getFullYear() + 1;
  await show({ ...picture, eraseAt: `${nextYear}-06-20T09:00:00.000Z` });
  expect(wordsShown()).toContain(`Not used. Deleted 20 Jun ${nextYear}`);
  expect(wordsShown()).toContain(", unless an older version shows it");
});

test("an unused picture that is kept beyond its date shows none that has passed", async () => {
  await show({ ...picture, eraseAt: "2025-12-20T09:00:00.000Z" });
  expect(wordsShown()).toContain("Not used. Deleted soon, unless an older version shows it");
});

for (const theme of ["light", "dark"])
  test(`the hairlines of a drawing are legible in the row, ${theme} theme`, async () => {
    document.documentElement.dataset.theme = theme;
    const lines = `<path d="M0 100H900M0 300H900M0 500H900" stroke="#f1561e" stroke-width="2"/>`;
    const url = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">${lines}</svg>`)}`;
    await show({ ...picture, url });
    const image = page.getByRole("article").element().querySelector("img") as HTMLImageElement;
    await image.decode();
    await expect
      .poll(async () => contrastIn(await page.elementLocator(image).screenshot({ save: false })))
      .toBeGreaterThan(2);
  });

/** The contrast between the darkest and the lightest point of a picture (WCAG). */
async function contrastIn(base64: string): Promise<number> {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d") as OffscreenCanvasRenderingContext2D;
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  const part = (value = 0) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  let [least, most] = [1, 0];
  for (let at = 0; at < data.length; at += 4) {
    const luminance = 0.2126 * part(data[at]) + 0.7152 * part(data[at + 1]) + 0.0722 * part(data[at + 2]);
    [least, most] = [Math.min(least, luminance), Math.max(most, luminance)];
  }
  return (most + 0.05) / (least + 0.05);
}
