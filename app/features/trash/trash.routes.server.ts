import { office, type Route, route } from "#app/platform/http.server.ts";
import { trashApi } from "./trash.contract.ts";
import { changeMany, erase, listTrash, moveEntry } from "./trash.service.server.ts";

export const trashRoutes: Route[] = [
  route(trashApi.list, ({ deps, query }) => listTrash(deps, query)),
  route(trashApi.restore, async (call) => {
    await moveEntry(call.deps, "restore", call.body, office(call).id);
    return call.body;
  }),
  route(trashApi.bulk, (call) => changeMany(call.deps, call.body, office(call).id)),
  route(trashApi.erase, async (call) => {
    await erase(call.deps, call.params, office(call).id);
    return call.params;
  }),
];
