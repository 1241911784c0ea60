import type { Bin } from "#app/platform/bin.server.ts";
import { office, type Route, route } from "#app/platform/http.server.ts";
import { trashApi } from "./trash.contract.ts";
import { erase, listTrash, restore } from "./trash.service.server.ts";

/** The trash of all rooms that have a bin. */
export const trashRoutes = (bins: Bin[]): Route[] => [
  route(trashApi.list, async ({ deps }) => listTrash(bins, deps)),
  route(trashApi.restore, async (call) => {
    await restore(bins, call.deps, call.body, office(call).id);
    return { data: call.body };
  }),
  route(trashApi.erase, async ({ deps, params }) => {
    await erase(bins, deps, params.kind, params.id);
    return { data: params };
  }),
];
