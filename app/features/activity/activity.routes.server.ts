import { office, type Route, route } from "#app/platform/http.server.ts";
import { activityApi } from "./activity.contract.ts";
import { listActivity, readStates } from "./activity.service.server.ts";
import { undo } from "./activity-undo.service.server.ts";

/** One list of all activities, with Undo for each. */
export const activityRoutes: Route[] = [
  route(activityApi.list, async ({ deps, query }) => ({ data: await listActivity(deps.db, query) })),
  route(activityApi.states, async ({ deps, params }) => ({ data: await readStates(deps.db, params.id) })),
  route(activityApi.undo, async (call) => ({ data: await undo(call.deps, call.params.id, office(call).id) })),
];
