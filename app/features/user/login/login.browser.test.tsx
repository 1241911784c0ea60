import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import LoginPage from "./login.page.tsx";

test("logging in waits for an address and a code that can be seen", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const asked = { code: "second_factor_required", message: "A code is needed." };
  vi.spyOn(window, "fetch").mockResolvedValue(Response.json(asked, { status: 401 }));
  await render(<LoginPage />);
  const logIn = page.getByRole("button", { name: "Log in" });
  await page.getByLabelText("Password").fill("Quiet-harbour-7");
  await page.getByLabelText("Email").fill("\u200b");
  await expect.element(logIn).toBeDisabled();
  await page.getByLabelText("Email").fill("ada@example.com");
  await logIn.click();
  await page.getByLabelText("Code").fill("\u200b");
  await expect.element(logIn).toBeDisabled();
  await page.getByLabelText("Code").fill("123456");
  await expect.element(logIn).toBeEnabled();
});

test("who has lost the password or the phone is told who can help", async () => {
  await render(<LoginPage />);
  await expect.element(page.getByText(/a link under People, or the command “admin reset”/)).toBeVisible();
});

test("where the browser blocks the storage, logging in says what to allow", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const user = { fullName: "Ada", email: "ada@example.com", profileImage: "" };
  vi.spyOn(window, "fetch").mockResolvedValue(Response.json({ data: { user, token: "t" } }));
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  await render(<LoginPage />);
  await page.getByLabelText("Email").fill("ada@example.com");
  await page.getByLabelText("Password").fill("Quiet-harbour-7");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect.element(page.getByText(/Allow it cookies and site data/)).toBeVisible();
});

test("a failed login is reported and keeps the input; a double click asks once", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const full = Response.json({ code: "unexpected", message: "The disk is full." }, { status: 500 });
  const fetched = vi.spyOn(window, "fetch").mockResolvedValueOnce(full).mockRejectedValueOnce(new TypeError());
  await render(<LoginPage />);
  const logIn = page.getByRole("button", { name: "Log in" });
  await page.getByLabelText("Email").fill("ada@example.com");
  await page.getByLabelText("Password").fill("Quiet-harbour-7");
  for (const words of ["The disk is full.", "could not be reached"]) {
    await logIn.click();
    await expect.element(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
  }
  await expect.element(page.getByLabelText("Email")).toHaveValue("ada@example.com");
  await expect.element(page.getByLabelText("Password")).toHaveValue("Quiet-harbour-7");
  fetched.mockReturnValue(new Promise(() => {}));
  await logIn.dblClick();
  expect(fetched).toHaveBeenCalledTimes(3);
});
