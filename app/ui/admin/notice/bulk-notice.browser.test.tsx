import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
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
