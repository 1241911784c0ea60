import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { showFailure, showSuccess, Toasts } from "./toast.tsx";

test("toasts are shown over plain HTTP too, where browsers offer no crypto.randomUUID", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
    throw new TypeError("crypto.randomUUID is not a function");
  });
  await render(<Toasts />);
  showSuccess("Saved.");
  showFailure("Not saved", new Error("The database is busy."), () => {});
  await expect.element(page.getByText("Saved.")).toBeVisible();
  await expect.element(page.getByText("The database is busy.")).toBeVisible();
});
