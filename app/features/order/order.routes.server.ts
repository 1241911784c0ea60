import { type AnyCall, ifMatch, office, route } from "#app/platform/http.server.ts";
import { orderApi } from "./order.contract.ts";
import { moveEntry, putInOrder, readOrderHistory, restoreOrder } from "./order.service.server.ts";

const writing = (call: AnyCall, { noun }: { noun: string }) => ({ deps: call.deps, noun, userId: office(call).id });

export const orderRoutes = [
  route(orderApi.update, async (call) => ({
    data:
      "version" in call.body
        ? await restoreOrder(writing(call, call.params), call.body.version, ifMatch(call.request))
        : await putInOrder(writing(call, call.params), call.body.slugs, ifMatch(call.request)),
  })),
  route(orderApi.move, async (call) => ({
    data: await moveEntry(writing(call, call.params), call.params.slug, call.body.place),
  })),
  route(orderApi.history, async ({ deps, params, query }) => ({
    data: await readOrderHistory(deps.db, params.noun, query),
  })),
];
