import { office, type Route, route } from "#app/platform/http.server.ts";
import type { Trash } from "#app/platform/trash.server.ts";
import { trashApi } from "./trash.contract.ts";
import { changeMany, erase, listTrash, moveEntry } from "./trash.service.server.ts";

/** The endpoints of the trash, for the trashes of all features. */
export const trashRoutes = (trashes: Trash[]): Route[] => [
  route(trashApi.list, ({ deps, query }) => listTrash(trashes, deps, query)),
  route(trashApi.restore, async (call) => {
    await moveEntry(trashes, call.deps, "restore", call.body, office(call).id);
    return { data: call.body };
  }),
  route(trashApi.bulk, async (call) => ({ data: await changeMany(trashes, call.deps, call.body, office(call).id) })),
  route(trashApi.erase, async (call) => {
    await erase(trashes, call.deps, call.params, office(call).id);
    return { data: call.params };
  }),
];
