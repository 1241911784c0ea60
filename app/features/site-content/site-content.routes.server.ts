import { slugsWithHistory } from "#app/platform/content/revision.repository.server.ts";
import { office, type Route, route } from "#app/platform/http.server.ts";
import { siteContentApi } from "./site-content.contract.ts";
import { listEdits } from "./site-content.repository.server.ts";
import { saveEdits } from "./site-content.service.server.ts";

/** The endpoints of the Site screen. */
export const siteContentRoutes: Route[] = [
  route(siteContentApi.list, ({ deps }) => listEdits(deps.db)),
  route(siteContentApi.history, ({ deps }) => slugsWithHistory(deps.db, "site")),
  route(siteContentApi.update, (call) =>
    saveEdits({ deps: call.deps, noun: "site", userId: office(call).id }, call.body.edits, {
      ...call.query,
      ...call.body,
    }),
  ),
];
