import { randomUUID } from "node:crypto";
import { requestContext } from "#app/platform/request-context.ts";
import type { App, AppContext, AppDeps } from "../app-context.ts";

/** Gives every request that reaches the application an id (header X-Request-Id, every log line of it) and counts it by route and status. */
export function observeRequests(app: App, { metrics }: Pick<AppDeps, "metrics">): void {
  app.use(async (c, next) => {
    const begun = performance.now();
    const requestId = randomUUID();
    // On Node's own response: a header put on Hono's costs as much as the search words of a lead.
    c.env.outgoing?.setHeader("X-Request-Id", requestId);
    await requestContext.run({ requestId }, next);
    const route = c.get("route") ?? routeOf(c.req.path);
    metrics.requests.add({ route, status: c.res.status });
    metrics.requestSeconds.observe((performance.now() - begun) / 1000, { route });
  });
}

/** A few names for all that is no call of the API: an address as it came would make a label for every visitor's typing error. */
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

/** Names the route of a request in the metrics. */
export const nameRoute = (c: AppContext, method: string, path: string): void => c.set("route", `${method} ${path}`);
