import { route } from "#app/platform/http.server.ts";
import { listRevisions } from "#app/platform/revision.repository.server.ts";
import { revisionApi } from "./revision.contract.ts";

export const revisionRoutes = [
  route(revisionApi.list, async ({ deps, params, query }) => ({
    data: await listRevisions(deps.db, params.noun, params.slug, query),
  })),
];
