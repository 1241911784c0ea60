import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { StoredPicture } from "./picture.contract.ts";
import { PictureRow } from "./picture-row.tsx";

const picture: StoredPicture = {
  ...{ hash: "0".repeat(32), url: "/uploads/0.webp", width: 900, height: 600, size: 1_234, isBuiltIn: false },
  ...{ createdAt: "2026-11-20T09:00:00.000Z", eraseAt: null, uses: [] },
};

const use = {
  key: "faq/engine/image",
  label: "Question “Engine”, Image",
  path: "/faq/update/engine",
  isTrashed: false,
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
