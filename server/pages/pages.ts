import { errorFacts } from "#app/platform/observability/log.ts";
import type { Assets } from "#app/site/render/assets.ts";
import { type PageRequest, type RenderedPage, renderPage } from "#app/site/render/render.server.tsx";
import type { App, AppDeps } from "../app-context.ts";
import { methodNotAllowed } from "../app-context.ts";
import { type CachedResponse, cachedResponse, compress, responseOf } from "../front/cached-response.ts";
import { canonicalPath, portfolioFilter } from "../front/request-gate.ts";
import { commonHeaders, contentPolicy } from "../security-headers.ts";
import { isEditor, withEditSwitch } from "./edit-switch.ts";
import { failurePage } from "./failure-page.ts";
import type { Made } from "./page-cache.ts";

/** Every remaining path is a public page, or a 404. */
export function mountPages(app: App, deps: AppDeps, assets: Assets): void {
  app.all("*", async (c) => {
    if (!["GET", "HEAD"].includes(c.req.method)) throw methodNotAllowed(["GET"]);
    const path = canonicalPath(c.req.path);
    const { search } = new URL(c.req.url);
    const filter = portfolioFilter(c.req.path, search);
    const render = () => make(deps, assets, { path: c.req.path });
    try {
      const shown = async (page: CachedResponse) =>
        isEditor(c.req.header("Cookie")) ? withEditSwitch(deps.db, page, filter ? path + search : path) : page;
      // The filter can be any word, so filtered pages are queued and rendered each time and never cached.
      if (filter)
        return responseOf(c.req.raw, await shown((await make(deps, assets, { path: c.req.path, filter })).cached));
      const page = await deps.pages.page(path, render, (error) =>
        deps.log.error("stale page served", { path, ...errorFacts(error) }),
      );
      deps.metrics.cache.add({ result: "miss" });
      const cached = await shown(page);
      await compress(deps.log, path, cached, c.req.header("Accept-Encoding"));
      return responseOf(c.req.raw, cached);
    } catch (error) {
      return failurePage(deps, c, error);
    }
  });
}

async function make(deps: AppDeps, assets: Assets, request: PageRequest): Promise<Made> {
  const page = await renderPage(deps, assets, request);
  return { cached: cachedPage(deps, page), ...(page.kind === "page" && { validUntil: page.validUntil }) };
}

/** A page as a cached response. Browsers revalidate it each time and usually get a 304. */
export function cachedPage({ config }: AppDeps, { status, html, location, csp, kind }: RenderedPage): CachedResponse {
  const headers = {
    ...commonHeaders(config),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentPolicy(config, { scripts: csp.scriptHashes, styles: csp.styleHashes }),
    // Unless told not to, CDNs hide every e-mail address in a document from those who run no scripts, and drop its ETag.
    "Cache-Control": `${kind === "page" ? "public, max-age=0, must-revalidate" : "no-store"}, no-transform`,
    ...(location !== undefined && { Location: location }),
  };
  // Only cached pages are worth compressing: Hono sends errors as they are.
  return cachedResponse(status, headers, { identity: Buffer.from(html) }, kind === "page");
}
