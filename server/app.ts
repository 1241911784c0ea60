import { Hono } from "hono";
import { errorResponse } from "#app/platform/http.server.ts";
import { files } from "#app/site/pages/pages.server.ts";
import type { Assets } from "#app/site/render/assets.ts";
import { mountApi } from "./api/api-endpoints.ts";
import type { App, AppDeps } from "./app-context.ts";
import { isCall } from "./cross-origin.ts";
import { embeddable, mountImages } from "./files/images.ts";
import { cachedResponse, compress, responseOf } from "./front/cached-response.ts";
import { loggedPath } from "./front/request-path.ts";
import { mountHealth } from "./health.ts";
import { mountMetrics } from "./observability/metrics.ts";
import { observeRequests } from "./observability/observe-requests.ts";
import { type AdminHtml, mountAdmin } from "./office/admin.ts";
import { mountBackupDownload } from "./office/backup-download.ts";
import { mountOfficeProgram } from "./office/office-program.ts";
import { mountApprovals } from "./pages/approval-page.ts";
import { refuseBody } from "./pages/failure-page.ts";
import { mountForms } from "./pages/forms.ts";
import { mountMailLinks } from "./pages/mail-links.ts";
import { mountNewsletter } from "./pages/newsletter.ts";
import { mountPages } from "./pages/pages.ts";
import { mountPreviews } from "./pages/preview-page.ts";
import { dataHeaders } from "./security-headers.ts";

/** The whole product as one fetch handler. `adminHtml` returns the HTML documents of the back office. */
export function createApp(deps: AppDeps, assets: Assets, adminHtml: AdminHtml): App {
  const app: App = new Hono();
  observeRequests(app, deps);
  const common = Object.entries(dataHeaders(deps.config));
  app.use(async (c, next) => {
    if (c.req.header("X-Forwarded-For")) deps.proxyHint.noticeForwarded();
    await next();
    // A cache must not give one origin what another was allowed to read (cross-origin.ts).
    if (isCall(c.req.path)) c.res.headers.append("Vary", "Origin");
    if (c.get("hasHeaders")) return;
    for (const [name, value] of common) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  });
  app.onError((error, c) => errorResponse(error, deps.log, { method: c.req.method, path: loggedPath(c.req.path) }));
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
    await compress(deps.log, c.req.path, cached, c.req.header("Accept-Encoding"));
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
