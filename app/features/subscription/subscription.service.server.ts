import type { Deps } from "#app/platform/deps.ts";
import { type LeadKey, once } from "#app/platform/lead-key.server.ts";
import type { SubscriptionInput } from "./subscription.contract.ts";
import { upsertSubscription } from "./subscription.repository.server.ts";

/** Keeps the address before it is answered. A second time answers the same and stores nothing. */
export function subscribe(
  deps: Deps,
  key: LeadKey,
  input: SubscriptionInput,
): Promise<{ slug: string; email: string }> {
  return once(deps, key, input, async (db) => {
    const { slug } = await upsertSubscription(db, input.email, deps.now());
    // The spelling just sent, not the stored one: the answer tells nothing of an earlier visit.
    return { slug, email: input.email };
  });
}
