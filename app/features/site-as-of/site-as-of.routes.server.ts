import { office, type Route, route } from "#app/platform/http.server.ts";
import { siteAsOfApi } from "./site-as-of.contract.ts";
import { compareSite, pastTime, previewSite, restoreSite } from "./site-as-of.service.server.ts";

export const siteAsOfRoutes: Route[] = [
  route(siteAsOfApi.compare, ({ deps, query }) => compareSite(deps, query.at)),
  route(siteAsOfApi.preview, async ({ deps, body }) => ({ url: await previewSite(deps, body) })),
  route(siteAsOfApi.restore, async (call) => {
    const { at, version } = call.body;
    return await restoreSite(call.deps, pastTime(call.deps, at), { userId: office(call).id, version });
  }),
];
