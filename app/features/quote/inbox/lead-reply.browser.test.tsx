import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { keepDraft } from "#app/browser/admin-draft.ts";
import type { Lead } from "../quote.contract.ts";
import { LeadReply } from "./lead-reply.tsx";
import type { QuoteActions } from "./use-quote-actions.tsx";

test("a reply greets a visitor whose name ends in a space, as phones complete it, as any other", async () => {
  vi.spyOn(window, "fetch").mockImplementation(() => new Promise(() => {}));
  const lead = { slug: "ada", fullName: "Ada ", email: "ada@example.com", message: "An engine", status: "new" };
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <LeadReply lead={lead as Lead} actions={{} as QuoteActions} />
    </QueryClientProvider>,
  );
  const link = page.getByRole("link", { name: "Reply" });
  await expect.element(link).toHaveAttribute("href", expect.stringContaining("&body=Hello%20Ada%2C%0D%0A"));
});

test("a kept reply that is sent before the message has loaded says that its writer has seen no answer", async () => {
  const sent: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(window, "fetch").mockImplementation(async (_input, init) => {
    if (init?.method !== "POST") return new Promise(() => {});
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ code: "conflict", message: "Somebody has answered meanwhile." }, { status: 409 });
  });
  await keepDraft("/admin/quote/ada#reply", { values: "Gladly.", at: Date.now() });
  const listed = { slug: "ada", fullName: "Ada", email: "ada@example.com", message: "An engine", status: "new" };
  const actions = { markReplied: () => {} } as unknown as QuoteActions;
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <LeadReply lead={listed as Lead} actions={actions} />
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => sent).toMatchObject([{ text: "Gladly.", seen: null }]);
});

test("what is written here goes into the mail whole or not at all", async () => {
  vi.spyOn(window, "fetch").mockImplementation(() => new Promise(() => {}));
  const lead = { slug: "grace", fullName: "Grace", email: "grace@example.com", message: "A compiler", status: "new" };
  for (const [values, body] of [
    ["On Monday.", "On%20Monday.%0D%0A"],
    ["On Monday. ".repeat(200), "Hello%20Grace%2C%0D%0A"],
  ] as const) {
    await keepDraft("/admin/quote/grace#reply", { values, at: Date.now() });
    const { unmount } = await render(
      <QueryClientProvider client={new QueryClient()}>
        <LeadReply lead={lead as Lead} actions={{} as QuoteActions} />
      </QueryClientProvider>,
    );
    const link = page.getByRole("link", { name: "Reply" });
    await expect.element(link).toHaveAttribute("href", expect.stringContaining(`&body=${body}`));
    await unmount();
  }
});
