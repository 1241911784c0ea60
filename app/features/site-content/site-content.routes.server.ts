import { slugsWithHistory } from "#app/platform/content/revision.repository.server.ts";
import { type AnyCall, ifMatch, office, type Route, route } from "#app/platform/http.server.ts";
import { siteContentApi } from "./site-content.contract.ts";
import { listEdits } from "./site-content.repository.server.ts";
import { saveEdits } from "./site-content.service.server.ts";
import { siteFields } from "./site-fields.service.server.ts";

const writing = (call: AnyCall) => ({ deps: call.deps, noun: "site", userId: office(call).id });

/** The endpoints of the Site screen. */
export const siteContentRoutes: Route[] = [
  route(siteContentApi.list, ({ deps }) => listEdits(deps.db)),
  route(siteContentApi.history, ({ deps }) => slugsWithHistory(deps.db, "site")),
  route(siteContentApi.update, (call) => saveEdits(writing(call), call.body.edits, { ...call.query, ...call.body })),
  route(siteContentApi.reset, async (call) => {
    const { path } = call.params;
    // An edit that this release no longer shows can be removed too.
    const fields = siteFields.has(path) ? siteFields : new Map([[path, { label: path, kind: "text" as const }]]);
    await saveEdits(writing(call), [{ path, value: null, version: ifMatch(call.request) }], { fields });
    return { path };
  }),
];
