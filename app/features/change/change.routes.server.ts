import { listChanges } from "#app/platform/change.repository.server.ts";
import { route } from "#app/platform/http.server.ts";
import { changeApi } from "./change.contract.ts";

export const changeRoutes = [
  route(changeApi.list, async ({ deps, params, query }) => ({
    data: await listChanges(deps.db, params.noun, params.slug, query),
  })),
];
