import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { render } from "vitest-browser-react";
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import "#app/admin/admin.css";
import "#app/admin/primitives.css";
import { SelectProvider } from "#app/ui/admin/control/select-box.tsx";
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
    <SelectProvider value={{ name: subscription.email, isSelected: false, toggle: () => {} }}>
      <SubscriptionRow subscription={subscription} isBusy={false} onAskAgain={() => {}} onDelete={() => {}} />
    </SelectProvider>,
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

test("Delete is beside the address on a tablet, and on a phone below it with its check box in line", async () => {
  await show({ state: "confirmed", canAsk: true, mail: [] });
  const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();
  const address = page.getByRole("link", { name: "ada@example.com" });
  const remove = page.getByRole("button", { name: "Delete" });

  // The parts of a row, which is skipped while it is out of view, get the styles for another width a frame later.
  await page.viewport(768, 900);
  await expect.poll(() => boxOf(remove).left - boxOf(address).right).toBeGreaterThan(0);
  await expect.poll(() => boxOf(remove).top - boxOf(address).bottom).toBeLessThan(0);

  await page.viewport(390, 844);
  await expect.poll(() => boxOf(remove).top - boxOf(address).bottom).toBeGreaterThan(0);
  await expect.poll(() => boxOf(page.getByRole("checkbox")).left - boxOf(address).left).toBeCloseTo(0, 0);
});
