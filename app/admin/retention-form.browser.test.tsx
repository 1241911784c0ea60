import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import PersonalDataPage from "./personal-data.page.tsx";
import { RetentionForm } from "./retention-form.tsx";

/** Shortens the period of messages; the server says that so much is older. @returns the question and the calls made */
async function shorten(
  expired: { quotes: number; spam: number; subscriptions: number },
  [messages, spam] = ["365", "30"],
) {
  const calls: string[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (input, init) => {
    const { pathname, search } = new URL(String(input), location.href);
    calls.push(`${init?.method ?? "GET"} ${pathname}${search}`);
    return Response.json({ data: pathname.endsWith("/data-subject/expired") ? expired : [] });
  });
  const form = <RetentionForm edits={[]} />;
  const element = <QueryClientProvider client={new QueryClient()}>{form}</QueryClientProvider>;
  await render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  await page.getByLabelText("Messages").fill(messages);
  await page.getByLabelText("Spam").fill(spam);
  await page.getByRole("button", { name: "Save Periods" }).click();
  return { question: page.getByRole("dialog", { name: "Keep data for a shorter time?" }), calls };
}

test("the question before data is kept for a shorter time says how much will be erased", async () => {
  const { question, calls } = await shorten({ quotes: 1_234, spam: 1, subscriptions: 0 });
  const consequence =
    "1,234 messages and 1 message marked as spam are older than that and will be erased for good within a day.";
  await expect.element(question.getByText(`${consequence} This cannot be undone.`)).toBeVisible();
  expect(calls, "about the periods that become shorter").toEqual(["GET /api/data-subject/expired?quotes=365&spam=30"]);
  await question.getByRole("button", { name: "Save and erase" }).click();
  await expect.poll(() => calls).toContain("PUT /api/site/edit");
});

test("the digits of every script are digits, in the question and in what is saved", async () => {
  const { question, calls } = await shorten({ quotes: 0, spam: 0, subscriptions: 0 }, ["٣٦٥", "३०"]);
  await expect.element(question).toBeVisible();
  expect(calls).toEqual(["GET /api/data-subject/expired?quotes=365&spam=30"]);
  await question.getByRole("button", { name: "Save and erase" }).click();
  await expect.poll(() => calls).toContain("PUT /api/site/edit");
  const body = vi
    .mocked(window.fetch)
    .mock.calls.map(([, init]) => String(init?.body))
    .find((text) => text.includes("edits"));
  expect(JSON.parse(body ?? "{}").edits.map(({ value }: { value: number }) => value)).toEqual([365, 30]);
});

test("a period that a colleague has changed meanwhile is not replaced without a word", async () => {
  const path = "privacy.keepQuotesDays";
  const sent: unknown[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (_input, init) => {
    const { edits } = JSON.parse(String(init?.body)) as { edits: { version: number }[] };
    sent.push(...edits);
    if (edits[0]?.version === 2) return Response.json({ data: [] });
    const data = [{ path, value: 90, version: 2 }];
    return Response.json({ code: "stale", message: "Saved meanwhile.", errors: [], data }, { status: 412 });
  });
  const shown = (value: number, version: number) => {
    const edits = [{ path, value, version, updatedAt: "2026-11-28T08:00:00.000Z" }];
    const element = (
      <QueryClientProvider client={new QueryClient()}>
        <RetentionForm edits={edits} />
      </QueryClientProvider>
    );
    return <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />;
  };
  await render(shown(60, 1));
  const messages = page.getByLabelText("Messages");
  await messages.fill("365");
  await page.getByRole("button", { name: "Save Periods" }).click();
  const question = page.getByRole("dialog", { name: "Changed in the meantime" });
  await expect.element(question.getByText("90")).toBeVisible();
  expect(sent).toMatchObject([{ path, value: 365, version: 1 }]);
  await question.getByRole("button", { name: "Save mine" }).click();
  await expect.poll(() => sent).toMatchObject([{ version: 1 }, { path, value: 365, version: 2 }]);
});

test("the question says so if nothing is that old", async () => {
  const { question } = await shorten({ quotes: 0, spam: 0, subscriptions: 0 });
  await expect.element(question.getByText(/^Nothing is older than that today\./)).toBeVisible();
});

test("the erasure of a person's data waits for the periods above it, which would move it away", async () => {
  const answer = Promise.withResolvers<Response>();
  vi.spyOn(window, "fetch").mockReturnValue(answer.promise);
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <PersonalDataPage />
    </QueryClientProvider>
  );
  await render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  await expect.element(page.getByRole("heading", { name: "Personal data" })).toBeVisible();
  const fields = page.getByRole("textbox");
  expect(fields.elements()).toEqual([]);
  answer.resolve(Response.json({ data: [] }));
  await expect.element(page.getByLabelText("Messages")).toBeVisible();
  await expect.element(page.getByLabelText(/^E-?mail/)).toBeVisible();
});
