import { type AnyCall, ifMatch, office, route } from "#app/platform/http.server.ts";
import { sortOrderApi } from "./sort-order.contract.ts";
import { moveEntry, readSortOrderHistory, restoreSortOrder, setSortOrder } from "./sort-order.service.server.ts";

const writing = (call: AnyCall, { noun }: { noun: string }) => ({ deps: call.deps, noun, userId: office(call).id });

export const sortOrderRoutes = [
  route(sortOrderApi.update, async (call) =>
    "version" in call.body
      ? await restoreSortOrder(writing(call, call.params), call.body.version, ifMatch(call.request))
      : await setSortOrder(writing(call, call.params), call.body.slugs, ifMatch(call.request)),
  ),
  route(sortOrderApi.move, (call) => moveEntry(writing(call, call.params), call.params.slug, call.body.place)),
  route(sortOrderApi.history, ({ deps, params, query }) => readSortOrderHistory(deps.db, params.noun, query)),
];
