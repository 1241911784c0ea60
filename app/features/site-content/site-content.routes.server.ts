import { slugsWithHistory } from "#app/platform/content/revision.repository.server.ts";
import { type AnyCall, ifMatch, office, type Route, route } from "#app/platform/http.server.ts";
import { siteContentApi } from "./site-content.contract.ts";
import { listEdits } from "./site-content.repository.server.ts";
import { type SiteFields, saveEdits } from "./site-content.service.server.ts";

const writing = (call: AnyCall) => ({ deps: call.deps, noun: "site", userId: office(call).id });

/** The endpoints of the Site screen, for the leaves of this release's content. */
export const siteContentRoutes = (fields: SiteFields): Route[] => [
  route(siteContentApi.list, async ({ deps }) => ({ data: await listEdits(deps.db) })),
  route(siteContentApi.history, async ({ deps }) => ({ data: await slugsWithHistory(deps.db, "site") })),
  route(siteContentApi.update, async (call) => ({
    data: await saveEdits(fields, writing(call), call.body.edits, { ...call.query, ...call.body }),
  })),
  route(siteContentApi.reset, async (call) => {
    const { path } = call.params;
    // An edit that this release no longer shows can be removed too.
    const known = fields.has(path) ? fields : new Map([[path, { label: path, kind: "text" as const }]]);
    await saveEdits(known, writing(call), [{ path, value: null, version: ifMatch(call.request) }]);
    return { data: { path } };
  }),
];
