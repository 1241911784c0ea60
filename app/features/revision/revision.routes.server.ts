import { readRevisions } from "#app/platform/history.server.ts";
import { route } from "#app/platform/http.server.ts";
import { revisionApi } from "./revision.contract.ts";

export const revisionRoutes = [
  route(revisionApi.list, async ({ deps, params, query }) => ({
    data: await readRevisions(deps.db, params.noun, params.slug, query),
  })),
];
