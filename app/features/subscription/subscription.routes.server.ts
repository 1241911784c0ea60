import { route } from "#app/platform/http.server.ts";
import { leadKey } from "#app/platform/lead-key.server.ts";
import { subscriptionApi } from "./subscription.contract.ts";
import { listSubscriptions, trashSubscription } from "./subscription.repository.server.ts";
import { subscribe } from "./subscription.service.server.ts";

export const subscriptionRoutes = [
  route(subscriptionApi.create, async (call) => ({
    data: await subscribe(call.deps, leadKey(call, "subscription"), call.body),
  })),
  route(subscriptionApi.list, ({ deps, query }) => listSubscriptions(deps.db, query)),
  route(subscriptionApi.remove, async ({ deps, params }) => {
    await trashSubscription(deps.db, params.slug, deps.now());
    return { data: { slug: params.slug } };
  }),
];
