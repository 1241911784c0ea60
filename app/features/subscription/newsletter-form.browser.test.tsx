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
  await expect.element(page.getByText(/Your address is kept on this device/)).toBeVisible();
  fetched.mockResolvedValue(Response.json(asked, { status: 201 }));
  await flush(true);
  await expect
    .element(page.getByText("Thank you for subscribing! Please confirm from the e-mail we just sent."))
    .toBeVisible();
  await expect.element(page.getByLabelText("Email")).toHaveValue("");
});

test("the thanks are in view below the button that was pressed, and do not draw a visitor away who is elsewhere", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const fetched = vi.spyOn(window, "fetch").mockImplementation(async () => Response.json(asked, { status: 201 }));
  sessionStorage.clear();
  await render(
    <div style={{ paddingBlock: 2_000 }}>
      <a href="#elsewhere">Elsewhere</a>
      <NewsletterForm />
    </div>,
  );
  const send = page.getByRole("button", { name: "Subscribe" });
  const thanks = page.getByText(/Thank you for subscribing!/);
  await page.getByLabelText("Email").fill("ada@example.com");
  send.element().scrollIntoView({ block: "end", behavior: "instant" });
  await send.click();
  await expect.element(thanks).toBeVisible();
  await expect.element(thanks).toBeInViewport({ ratio: 1 });

  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  await page.getByLabelText("Email").fill("bea@example.com");
  send.element().scrollIntoView({ block: "end", behavior: "instant" });
  await send.click();
  // Once it has been scrolled to, which is after it is there.
  await expect.element(page.getByText(/Your address is kept on this device/)).toBeInViewport({ ratio: 1 });
  (page.getByText("Elsewhere").element() as HTMLElement).focus();
  scrollTo({ top: 0, behavior: "instant" });
  fetched.mockImplementation(async () => Response.json(asked, { status: 201 }));
  const sending = flush(true);
  // Shown for five seconds.
  await expect.element(thanks).toBeInTheDocument();
  await expect.element(thanks).not.toBeInViewport();
  await sending;
});

test("a failed subscription is reported and logged, and keeps the address", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(window, "fetch").mockImplementation(async () => new Response("not even JSON", { status: 500 }));
  sessionStorage.clear();
  await render(<NewsletterForm />);
  await page.getByLabelText("Email").fill("ada@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect.element(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
  expect(logged).toHaveBeenCalled();
  await expect.element(page.getByText("Thank you for subscribing!")).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Email")).toHaveValue("ada@example.com");
});
