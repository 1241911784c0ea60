import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { approvalPageBody } from "./approval-page.server.tsx";

test("the time of an answer names its zone, which may not be the client's", () => {
  const answer = { id: 1, name: "Ada", spot: null, createdAt: "2026-11-20T13:02:00.000Z", doneAt: null };
  document.body.innerHTML = approvalPageBody({
    ...{ company: "Jorna", title: "Agora", name: "Ada", author: "Grace", endsAt: "2026-12-01T00:00:00.000Z" },
    ...{ timeZone: "Europe/Berlin", path: "/approve/token", fragment: "", isLive: false, seen: "1", formKey: "2" },
    ...{ notes: [{ ...answer, kind: "comment", text: "Larger.", isCurrent: true }], isSent: false },
  });
  expect(document.body.textContent).toMatch(/Ada, 20 Nov 2026, 14:02 (CET|GMT\+1)/);
});

test("a line that has died gives the client the words back after a while, and sending says so meanwhile", async () => {
  const html = approvalPageBody({
    ...{ company: "Jorna", title: "Agora", name: "Ada", author: "Grace", endsAt: "2026-12-01T00:00:00.000Z" },
    ...{ timeZone: "UTC", path: "/approve/token", fragment: "", isLive: false, seen: "1", formKey: "2", notes: [] },
    isSent: false,
  });
  // There is no server here for the page in the frame.
  document.body.innerHTML = html.replace(/<iframe src="[^"]*"/, "<iframe");
  const { promise: lateness, resolve: beLate } = Promise.withResolvers<void>();
  // The clock of an AbortSignal cannot be replaced: this ends as that does, but only for who has set one.
  vi.spyOn(window, "fetch").mockImplementation((_, init) =>
    init?.signal
      ? lateness.then(() => Promise.reject(new DOMException("signal timed out", "TimeoutError")))
      : new Promise(() => {}),
  );
  await import("./spots.client.ts");
  const words = page.getByLabelText("Your words");
  const send = page.getByRole("button", { name: "Send comment" });
  await words.fill("Larger, please.");
  await send.click();
  await expect.element(page.getByText("Sending…")).toBeVisible();
  await expect.element(send).toHaveAttribute("aria-disabled", "true");
  await expect.element(send).toHaveFocus();
  await send.click({ force: true });
  expect(window.fetch).toHaveBeenCalledTimes(1);
  beLate();
  await expect.element(page.getByText(/check the connection and try again/)).toBeVisible();
  await expect.element(send).not.toHaveAttribute("aria-disabled");
  await expect.element(send).toHaveFocus();
  await expect.element(words).toHaveValue("Larger, please.");
  await expect.element(page.getByText("Sending…")).not.toBeInTheDocument();
});
