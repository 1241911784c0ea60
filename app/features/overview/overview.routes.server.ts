import { route } from "#app/platform/http.server.ts";
import { overviewApi } from "./overview.contract.ts";
import { readOverview } from "./overview.service.server.ts";

export const overviewRoutes = [route(overviewApi.view, async ({ deps }) => ({ data: await readOverview(deps) }))];
