import { isReserved } from "#app/platform/content/slug.server.ts";
import { type AnyCall, asAppError, type Caller, check, errorResponse, readJson } from "#app/platform/http.server.ts";
import { ListStream } from "#app/platform/list-stream.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { AppError, type ErrorCode } from "#app/shared/app-error.ts";
import type { Endpoint } from "#app/shared/endpoint.ts";
import { type App, type AppContext, type AppDeps, clientOf, methodNotAllowed } from "../app-context.ts";
import { accepts, type CachedResponse, cachedResponse, compress, responseOf } from "../front/cached-response.ts";
import { dataHeaders } from "../security-headers.ts";
import { allRoutes, type MountedRoute } from "./api.ts";
import { failuresOf } from "./declared-failures.ts";
import { authorize } from "./guard.ts";
import { guarded, jsonBody } from "./json-response.ts";
import { openApi } from "./openapi.ts";
import { recordActivity } from "./record-activity.ts";

/** Mounts every endpoint: guard, validation, handler, response. Unknown paths get a JSON 404, wrong methods a 405. */
export function mountApi(app: App, deps: AppDeps): void {
  let description: CachedResponse | undefined;
  app.get("/api/openapi.json", async (c) => {
    description ??= cachedResponse(
      200,
      { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-cache" },
      { identity: Buffer.from(JSON.stringify(openApi(deps.config.publicUrl))) },
      true,
    );
    await compress(deps.log, c.req.path, description, c.req.header("Accept-Encoding"));
    return responseOf(c.req.raw, description);
  });
  const headers = {
    ...dataHeaders(deps.config),
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
  };
  const compressed = { ...headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" };
  const mount = (routes: readonly MountedRoute[]) => {
    for (const route of routes)
      app.on(route.endpoint.method, route.path, (c) => answer(deps, route, c, { headers, compressed }));
    for (const [path, some] of Map.groupBy(routes, ({ path }) => path)) refuseOthers(app, path, some);
  };
  // What names no entry is not looked for among them, whatever the method.
  const namesNoEntry = ({ path }: MountedRoute) => isReserved(path.slice(path.lastIndexOf("/") + 1));
  mount(allRoutes.filter(namesNoEntry));
  mount(allRoutes.filter((route) => !namesNoEntry(route)));
  refuseOthers(app, "/api/openapi.json", [{ endpoint: { method: "GET" } }]);
  const unknown = () => {
    throw new AppError("not_found", "There is no such endpoint.");
  };
  app.all("/api", unknown);
  app.all("/api/*", unknown);
}

function refuseOthers(app: App, path: string, routes: readonly { endpoint: { method: string } }[]): void {
  const allow = [...new Set(routes.map(({ endpoint }) => endpoint.method))];
  app.all(path, () => {
    throw methodNotAllowed(allow);
  });
}

type Headers = Record<string, string>;

async function answer(
  deps: AppDeps,
  route: MountedRoute,
  c: AppContext,
  { headers, compressed }: { headers: Headers; compressed: Headers },
): Promise<Response> {
  const { endpoint, handle } = route;
  const { method, path } = endpoint;
  c.set("route", `${method} ${route.path}`);
  let caller: Caller | null = null;
  try {
    const request = c.req.raw;
    caller = await authorize(deps, route, request);
    const query = endpoint.query ? check(endpoint.query, c.req.query()) : undefined;
    const body = endpoint.body ? check(endpoint.body, await readJson(request)) : undefined;
    const call: AnyCall = { deps, params: pathParams(c), query, body, caller, client: clientOf(c), request };
    const data = await handle(call);
    // The audit trail.
    if (method !== "GET" && caller) deps.log.info("admin write", { method, path, userId: caller.id });
    await recordActivity(deps, endpoint, call, data);
    const onFailure = (error: unknown) => cutOff(deps, c, endpoint, error);
    if (data instanceof Response)
      return data.body ? new Response(guarded(data.body, onFailure), { headers: data.headers }) : data;
    const reply = data instanceof ListStream ? data : { ...(endpoint.isItem && (data as object)), data };
    const isGzipAccepted = accepts(c.req.header("Accept-Encoding"), "gzip");
    const { body: text, isCompressed } = await jsonBody(reply, isGzipAccepted, onFailure);
    // All at once: setting headers one by one takes as long as indexing a lead.
    c.set("hasHeaders", true);
    return new Response(text, { status: endpoint.status ?? 200, headers: isCompressed ? compressed : headers });
  } catch (error) {
    const refusal = asAppError(error, method === "GET");
    if (!failuresOf(route).has(refusal.code)) deps.log.error("undeclared error", { method, path, code: refusal.code });
    logRefusal(deps, endpoint, refusal, caller, route.access === "admin" ? clientOf(c) : undefined);
    return errorResponse(refusal, deps.log, { method, path });
  }
}

/**
 * A list or a file failed while being streamed: the status has already been sent, so only a closed connection can show that it is
 * incomplete.
 */
function cutOff({ log }: AppDeps, c: AppContext, { method, path }: Endpoint, error: unknown): void {
  log.error("response aborted", { method, path, ...errorFacts(error) });
  c.env.outgoing?.destroy();
}

const refusals = new Set<ErrorCode>(["unauthorized", "forbidden", "too_large", "too_many"]);

/** Rejected calls to admin endpoints are logged with the client's address; visitors' addresses are never logged. */
function logRefusal(
  { log }: AppDeps,
  { method, path }: Endpoint,
  { code }: AppError,
  caller: Caller | null,
  client: string | undefined,
): void {
  if (!refusals.has(code)) return;
  log.warn("request rejected", { method, path, code, ...(caller && { userId: caller.id }), ...(client && { client }) });
}

/** No stored name contains NUL, and PostgreSQL rejects it as a parameter. */
function pathParams(c: AppContext): Record<string, string> {
  const params = c.req.param();
  if (Object.values(params).some((value) => value.includes("\0")))
    throw new AppError("not_found", "This entry does not exist or has been deleted.");
  return params;
}
