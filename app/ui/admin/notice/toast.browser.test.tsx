import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { showFailure, showSuccess, showToast, Toasts } from "./toast.tsx";

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

test("a toast that replaces another has five seconds of its own, not counting while the focus is in it or the pointer on it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    await render(<Toasts />);
    const show = (text: string) => showToast({ id: "saved", kind: "success", text });
    show("Saved once.");
    await expect.element(page.getByText("Saved once.")).toBeVisible();
    vi.advanceTimersByTime(4_000);
    show("Saved twice.");
    await expect.element(page.getByText("Saved twice.")).toBeVisible();
    vi.advanceTimersByTime(4_000);
    await expect.element(page.getByText("Saved twice.")).toBeVisible();
    const close = page.getByRole("button", { name: "Close" });
    (close.element() as HTMLElement).focus();
    await expect.element(close).toHaveFocus();
    vi.advanceTimersByTime(8_000);
    await expect.element(page.getByText("Saved twice.")).toBeVisible();
    (close.element() as HTMLElement).blur();
    await expect.element(close).not.toHaveFocus();
    vi.advanceTimersByTime(1_000);
    await expect.element(page.getByText("Saved twice.")).not.toBeInTheDocument();

    show("Saved and pointed at.");
    const toast = page.getByText("Saved and pointed at.");
    await toast.hover();
    vi.advanceTimersByTime(30_000);
    await expect.element(toast).toBeVisible();
    await toast.unhover();
    vi.advanceTimersByTime(5_100);
    await expect.element(toast).not.toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});
