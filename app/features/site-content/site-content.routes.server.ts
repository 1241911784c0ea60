import { type AnyCall, office, type Route, route } from "#app/platform/http.server.ts";
import { siteContentApi } from "./site-content.contract.ts";
import { listEdits } from "./site-content.repository.server.ts";
import { resetEdit, type SiteFields, saveEdits } from "./site-content.service.server.ts";

const writing = (call: AnyCall) => ({ deps: call.deps, noun: "site", userId: office(call).id });

/** The Site screen's calls, over the leaves that the site's content has in this release. */
export const siteContentRoutes = (fields: SiteFields): Route[] => [
  route(siteContentApi.list, async ({ deps }) => ({ data: await listEdits(deps.db) })),
  route(siteContentApi.update, async (call) => ({ data: await saveEdits(fields, writing(call), call.body.edits) })),
  route(siteContentApi.reset, async (call) => {
    await resetEdit(writing(call), call.params.path);
    return { data: { path: call.params.path } };
  }),
];
