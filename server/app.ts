import { Hono } from "hono";
import { errorResponse } from "#app/platform/http.server.ts";
import { files } from "#app/site/pages/pages.server.ts";
import type { Assets } from "#app/site/render/assets.ts";
import { type AdminHtml, mountAdmin } from "./admin.ts";
import { mountApi, mountVary } from "./api-endpoints.ts";
import type { App, AppDeps } from "./app-context.ts";
import { mountApprovals } from "./approval-page.ts";
import { mountBackupDownload } from "./backup-download.ts";
import { cachedResponse, compressIfPossible, responseOf } from "./cached-response.ts";
import { refuseBody } from "./failure-page.ts";
import { mountForms } from "./forms.ts";
import { mountHealth } from "./health.ts";
import { embeddable, mountImages } from "./images.ts";
import { mountMailLinks } from "./mail-links.ts";
import { mountNewsletter } from "./newsletter.ts";
import { mountMetrics } from "./observability/metrics.ts";
import { observeRequests } from "./observability/observe-requests.ts";
import { mountOfficeProgram } from "./office-program.ts";
import { mountPages } from "./pages.ts";
import { mountPreviews } from "./preview-page.ts";
import { loggedPath } from "./request-path.ts";
import { dataHeaders } from "./security-headers.ts";

/** The whole product as one fetch handler. `adminHtml` returns the HTML documents of the back office. */
export function createApp(deps: AppDeps, assets: Assets, adminHtml: AdminHtml): App {
  const app: App = new Hono();
  observeRequests(app, deps);
  const common = Object.entries(dataHeaders(deps.config));
  app.use(async (c, next) => {
    if (c.req.header("X-Forwarded-For")) deps.proxyHint.noticeForwarded();
    await next();
    if (c.get("hasHeaders")) return;
    for (const [name, value] of common) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  });
  app.onError((error, c) => errorResponse(error, deps.log, { method: c.req.method, path: loggedPath(c.req.path) }));
  mountVary(app);
  mountOfficeProgram(app, adminHtml);
  app.use((c, next) => (c.env.incoming?.refusal ? refuseBody(deps, c, c.env.incoming.refusal) : next()));
  mountHealth(app, deps);
  mountMetrics(app, deps);
  mountApi(app, deps);
  mountImages(app, deps);
  mountBackupDownload(app, deps);
  mountMailLinks(app);
  mountAdmin(app, deps, adminHtml);
  mountPreviews(app, deps, assets);
  mountApprovals(app, deps, assets);
  mountNewsletter(app, deps);
  mountForms(app, deps, assets);
  for (const file of files) mountFile(app, deps, file);
  mountPages(app, deps, assets);
  return app;
}

function mountFile(app: App, deps: AppDeps, { path, handle }: (typeof files)[number]): void {
  app.get("*", async (c, next) => {
    const match = path.exec(c.req.path.toLowerCase());
    if (!match) return next();
    // Asked before, so that a write in between makes the file look older than it is.
    const { changedAt } = deps.pages;
    const reply = await handle(deps, match.slice(1));
    const { status, type, body, isOfContent, isImmutable } = reply;
    const now = deps.now();
    const freshSeconds = Math.min(
      300,
      ((reply.validUntil?.getTime() ?? Number.POSITIVE_INFINITY) - now.getTime()) / 1000,
    );
    const isText = typeof body === "string";
    const cached = cachedResponse(
      status,
      {
        "Content-Type": type,
        "Cache-Control": isImmutable
          ? "public, max-age=31536000, immutable"
          : `public, max-age=${Math.max(0, Math.floor(freshSeconds))}`,
        ...(isOfContent && lastModified(laterOf(changedAt, reply.changedAt), now)),
        ...embeddable,
      },
      { identity: isText ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength) },
      isText,
    );
    await compressIfPossible(deps.log, c.req.path, cached, c.req.header("Accept-Encoding"));
    return responseOf(c.req.raw, cached, {}, deps.now());
  });
}

const laterOf = (one: Date, other = one): Date => (other > one ? other : one);

/**
 * The Last-Modified header for content that was written at a time. A second is over before it is named: whoever got the
 * content of half a second would otherwise be told that the other half changed nothing.
 */
function lastModified(changedAt: Date, now: Date): { "Last-Modified"?: string } {
  const second = new Date(Math.ceil(changedAt.getTime() / 1000) * 1000);
  return second <= now ? { "Last-Modified": second.toUTCString() } : {};
}
