import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { flush } from "#app/browser/unsent-messages.ts";
import { NewsletterForm } from "./newsletter-form.tsx";

const asked = { data: { slug: "aaaaaaaaaaaaaaaa", email: "ada@example.com", isAsked: true } };

test("who subscribed without a connection is asked to confirm once the address has been sent", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const fetched = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  sessionStorage.clear();
  await render(<NewsletterForm />);
  await page.getByLabelText("Email").fill("ada@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect.element(page.getByText(/The message is kept on this device/)).toBeVisible();
  fetched.mockResolvedValue(Response.json(asked, { status: 201 }));
  await flush(true);
  await expect
    .element(page.getByText("Thank you for subscribing! Please confirm from the e-mail we just sent."))
    .toBeVisible();
  await expect.element(page.getByLabelText("Email")).toHaveValue("");
});
