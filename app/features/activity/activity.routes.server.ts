import { office, type Route, route } from "#app/platform/http.server.ts";
import { activityApi } from "./activity.contract.ts";
import { listActivity, readStates } from "./activity.service.server.ts";
import { undo } from "./activity-undo.service.server.ts";

export const activityRoutes: Route[] = [
  route(activityApi.list, ({ deps, query }) => listActivity(deps.db, query)),
  route(activityApi.states, ({ deps, params }) => readStates(deps.db, params.id)),
  route(activityApi.undo, (call) => undo(call.deps, call.params.id, office(call).id)),
];
