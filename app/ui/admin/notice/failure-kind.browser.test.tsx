import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AppError, type ErrorCode } from "#app/shared/app-error.ts";
import { Failure } from "./failure.tsx";
import { showFailure, Toasts } from "./toast.tsx";

const retried: ErrorCode[] = ["unavailable", "unexpected", "too_many"];
const refused: ErrorCode[] = [
  "forbidden",
  "not_found",
  "conflict",
  "gone",
  "stale",
  "too_large",
  "invalid",
  "malformed",
];

const show = (element: React.ReactNode) =>
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);

const retry = () => page.getByRole("alert").getByRole("button", { name: "Retry" });
const said = (words: string) => expect.element(page.getByRole("alert").filter({ hasText: words })).toBeVisible();

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

test.each(retried)("Retry is offered in a screen and a toast after the failure %s", async (code) => {
  const error = new AppError(code, "The disk is full.");
  const screen = await show(<Failure text="The list could not be loaded." error={error} onRetry={() => {}} />);
  await said("The list could not be loaded. Try again.");
  await expect.element(retry()).toBeVisible();
  await screen.unmount();
  await show(<Toasts />);
  showFailure("The message could not be marked.", error, () => {});
  await said("The disk is full.");
  await expect.element(retry()).toBeVisible();
});

test("Retry is offered after a refusal for which the server says when to repeat the call", async () => {
  const error = new AppError("conflict", "Somebody else saved this at the same moment.", { retryAfterSeconds: 1 });
  await show(<Toasts />);
  showFailure("The opening was not saved.", error, () => {});
  await said("Somebody else saved this at the same moment.");
  await expect.element(retry()).toBeVisible();
});

test.each(refused)(
  "the refusal %s is named in a screen and a toast without Retry, which would meet it again",
  async (code) => {
    const error = new AppError(code, "There is no such message.");
    const screen = await show(<Failure text="The list could not be loaded." error={error} onRetry={() => {}} />);
    await said("There is no such message.");
    await expect.element(page.getByText("Try again")).not.toBeInTheDocument();
    await expect.element(retry()).not.toBeInTheDocument();
    await screen.unmount();
    await show(<Toasts />);
    showFailure("The message could not be marked.", error, () => {});
    await said("There is no such message.");
    await expect.element(retry()).not.toBeInTheDocument();
  },
);
