import { route } from "#app/platform/http.server.ts";
import { todayApi } from "./today.contract.ts";
import { readToday } from "./today.service.server.ts";

export const todayRoutes = [route(todayApi.view, ({ deps }) => readToday(deps))];
