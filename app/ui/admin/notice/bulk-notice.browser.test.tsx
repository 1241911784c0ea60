import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AppError } from "#app/shared/app-error.ts";
import { showBulkToast } from "./bulk-notice.tsx";
import { Toasts } from "./toast.tsx";

const what = (count: number) => (count === 1 ? "1 message" : `${count} messages`);

test.each([
  [1, "2 messages set back. 1 message had been changed or erased since and stays so."],
  [2, "2 messages set back. 2 messages had been changed or erased since and stay so."],
])("an Undo that leaves %i alone says so", async (left, words) => {
  await render(<Toasts />, { wrapper: MemoryRouter });
  const undo = async () => ({ undone: 2, left });
  showBulkToast({ id: left, changed: 2 + left, what, done: "marked as won", undo, reload: async () => {} });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText(words)).toBeVisible();
});

test("an Undo whose answer was lost shows what it has done", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await render(<Toasts />, { wrapper: MemoryRouter });
  const undo = () => Promise.reject(new AppError("unavailable", "No answer.", { cause: new Error() }));
  const reload = vi.fn(async () => {});
  showBulkToast({ id: 4, changed: 2, what, done: "marked as won", undo, reload });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => reload.mock.calls.length).toBe(1);
});

test("an Undo says what it has set back, though the list cannot be loaded again", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  await render(<Toasts />, { wrapper: MemoryRouter });
  const undo = async () => ({ undone: 2, left: 0 });
  const reload = () => Promise.reject(new Error("The database is busy."));
  showBulkToast({ id: 3, changed: 2, what, done: "marked as won", undo, reload });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("2 messages set back.")).toBeVisible();
  await expect.element(page.getByText("It could not be undone.")).not.toBeInTheDocument();
  expect(said).not.toHaveBeenCalled();
});
