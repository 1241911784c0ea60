import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { Subscription } from "./subscription.contract.ts";
import { SubscriptionRow } from "./subscription-row.tsx";

const failed = {
  kind: "subscription-confirm",
  state: "failed",
  attempts: 3,
  lastError: "550 No such mailbox",
} as const;

async function show(shown: Pick<Subscription, "canAsk" | "state" | "mail">) {
  const subscription = { slug: "abc", email: "ada@example.com", createdAt: "2026-11-20T09:00:00.000Z", ...shown };
  await render(
    <SubscriptionRow subscription={subscription} isBusy={false} onAskAgain={() => {}} onDelete={() => {}} />,
  );
  return [page.getByRole("button", { name: "Ask again" }), page.getByRole("button", { name: "Retry" })] as const;
}

test("without a mail server nobody can be asked again, and an unconfirmed address says why", async () => {
  for (const button of await show({ state: "unconfirmed", canAsk: false, mail: [failed] }))
    await expect.element(button).not.toBeInTheDocument();
  await expect.element(page.getByText(/no mail server is set up/)).toBeVisible();
});

test("with a mail server an address that is not confirmed can be asked again", async () => {
  for (const button of await show({ state: "pending", canAsk: true, mail: [failed] }))
    await expect.element(button).toBeVisible();
});
