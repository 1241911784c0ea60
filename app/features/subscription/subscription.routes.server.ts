import { csvMoment, csvResponse } from "#app/platform/csv.ts";
import type { Deps } from "#app/platform/deps.ts";
import { fileRoute, route } from "#app/platform/http.server.ts";
import { submissionOf } from "#app/platform/idempotency.server.ts";
import { type SubscriptionExportQuery, subscriptionApi } from "./subscription.contract.ts";
import { unsubscribeUrl } from "./subscription.email.server.ts";
import { eachSubscription, listSubscriptions } from "./subscription.repository.server.ts";
import { askAgain, subscribe } from "./subscription.service.server.ts";
import { subscriptionErasure } from "./subscription-erase.repository.server.ts";

export const subscriptionRoutes = [
  route(subscriptionApi.create, async (call) => ({
    data: await subscribe(call.deps, submissionOf(call, "subscription"), call.body),
  })),
  route(subscriptionApi.list, ({ deps, query }) => listSubscriptions(deps.db, query)),
  fileRoute(subscriptionApi.export, async ({ deps, query }) =>
    csvResponse("subscriptions", columns, exported(deps, query)),
  ),
  route(subscriptionApi.retryMail, async ({ deps, params }) => ({ data: await askAgain(deps, params.slug) })),
  route(subscriptionApi.remove, async ({ deps, params }) => {
    await subscriptionErasure.moveToTrash(deps.db, params.slug, deps.now());
    return { data: { slug: params.slug } };
  }),
];

// A newsletter sent with another program needs an unsubscribe link for each address.
const columns = ["Email", "State", "Subscribed (UTC)", "Confirmed (UTC)", "Unsubscribe address"];

async function* exported(
  { db, config }: Pick<Deps, "db" | "config">,
  { q, state = "confirmed" }: SubscriptionExportQuery,
): AsyncGenerator<string[][]> {
  for await (const rows of eachSubscription(db, { q, ...(state !== "any" && { state }) }))
    yield rows.map(({ email, state, createdAt, confirmedAt, token }) => [
      email,
      state,
      csvMoment(createdAt),
      csvMoment(confirmedAt ?? ""),
      unsubscribeUrl(config.publicUrl, token),
    ]);
}
