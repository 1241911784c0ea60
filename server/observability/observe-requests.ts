import { randomUUID } from "node:crypto";
import { requestContext } from "#app/platform/observability/request-context.ts";
import type { App, AppDeps } from "../app-context.ts";

/**
 * Gives every request that reaches the application an id (header X-Request-Id, and in each of its log lines) and counts
 * it by route and status.
 */
export function observeRequests(app: App, { metrics }: Pick<AppDeps, "metrics">): void {
  app.use(async (c, next) => {
    const begun = performance.now();
    const requestId = randomUUID();
    // Set on Node's own response: setting a header through Hono takes as long as computing the search words of a lead.
    c.env.outgoing?.setHeader("X-Request-Id", requestId);
    await requestContext.run({ requestId }, next);
    const route = c.get("route") ?? routeOf(c.req.path);
    metrics.requests.add({ route, status: c.res.status });
    metrics.requestSeconds.observe((performance.now() - begun) / 1000, { route });
  });
}

/**
 * A few fixed labels for everything that is not an API call: raw paths would create a label for every visitor's typing
 * error.
 */
function routeOf(path: string): string {
  const [, first = ""] = /^\/([^/]*)/.exec(path.toLowerCase()) ?? [];
  return [
    "api",
    "uploads",
    "pictures",
    "admin",
    "send",
    "newsletter",
    "healthz",
    "readyz",
    "metrics",
    "upload",
  ].includes(first)
    ? `/${first}`
    : "page";
}
