import type { IncomingMessage, ServerResponse } from "node:http";
import type { Load } from "#app/platform/observability/metrics.ts";
import { AppError } from "#app/shared/app-error.ts";
import { mainPaths } from "#app/shared/public-pages.ts";
import type { PortfolioFilter } from "#app/site/pages/load.server.ts";
import { isOffice } from "../api/guard.ts";
import { closeAfterAnswer, hasBody, RequestBodies } from "../api/request-body.ts";
import type { AppDeps, Received } from "../app-context.ts";
import { isEditor } from "../pages/edit-switch.ts";
import { type CachedResponse, hasEncoding, sendCached } from "./cached-response.ts";
import { clientAddress } from "./client-address.ts";
import type { Connections } from "./connections.ts";
import { bodyLimitOf, type HttpLimits, isLead, isUpload } from "./http-limits.ts";
import { pathOf } from "./request-path.ts";
import { overloadResponse } from "./unavailable-response.ts";
import { WorkQueue } from "./work-queue.ts";

type Incoming = IncomingMessage & Received;
type Listener = (request: Incoming, response: ServerResponse) => void;

/**
 * Looks up the cached response for a URL: a file of the build, or a fresh page. `byEditor`: an administrator's browser
 * gets its own pages (edit-switch.ts).
 */
export function cacheLookup(
  { pages, metrics }: Pick<AppDeps, "pages" | "metrics">,
  files: ReadonlyMap<string, CachedResponse>,
) {
  const countHit = metrics.cache.adder({ result: "hit" });
  const countRequest = metrics.requests.adder({ route: "cached page or file", status: 200 });
  return (target: string, accepted: string | string[] | undefined, byEditor = false): CachedResponse | undefined => {
    // Query strings affect no page or file, so they are not part of the cache key. The exception is the portfolio's
    // filter, which is never cached.
    const end = target.indexOf("?");
    const address = end < 0 ? target : target.slice(0, end);
    if (end >= 0 && portfolioFilter(address, target.slice(end)) !== undefined) return undefined;
    const cached = files.get(address) ?? (byEditor ? undefined : pages.fresh(canonicalPath(address)));
    if (!cached || !hasEncoding(cached, accepted)) return undefined;
    countHit();
    countRequest();
    return cached;
  };
}

export interface GateOptions {
  deps: AppDeps;
  lookup: ReturnType<typeof cacheLookup>;
  /** Settles when the response has been produced. */
  application(request: IncomingMessage, response: ServerResponse): unknown;
  clients: Pick<Connections, "isFull">;
}

/**
 * Handles every request. Its body is received first, completely and within limits. Then cached pages and files are sent
 * at once, and pages that will be cached are rendered; the rest goes into the work queue (server/front/work-queue.ts), so a
 * client that is still sending delays nobody.
 */
export function requestGate(
  limits: HttpLimits,
  options: GateOptions,
): { listener: Listener; queues: () => Load["queues"] } {
  const { config } = options.deps;
  const gate: Gate = {
    ...options,
    limits,
    queue: new WorkQueue(limits.work),
    bodies: new RequestBodies(limits),
    busy: overloadResponse(config),
  };
  return {
    listener(request, response) {
      const path = pathOf(request.url ?? "/");
      const forwardedFor = request.headers["x-forwarded-for"]?.toString() ?? null;
      const client = clientAddress(request.socket.remoteAddress, forwardedFor, config.trustProxy);
      request.client = client;
      const exchange = { request, response, path, client };
      if (!hasBody(request)) answer(gate, exchange);
      else if (isUpload(request.method, path)) void receiveUpload(gate, exchange);
      else receive(gate, exchange, limits.bodyMs);
    },
    queues: () => gate.queue.counts,
  };
}

interface Gate extends GateOptions {
  limits: HttpLimits;
  queue: WorkQueue;
  bodies: RequestBodies;
  busy: ReturnType<typeof overloadResponse>;
}

interface Exchange {
  request: Incoming;
  response: ServerResponse;
  path: string;
  /** The client's address. */
  client: string;
}

/** Responds to a request whose body has been received. */
function answer(gate: Gate, exchange: Exchange): void {
  const { request, response, path, client } = exchange;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const { cookie, "accept-encoding": accepted } = request.headers;
  const target = request.url ?? "/";
  const byEditor = isRead && isEditor(cookie);
  const cached = isRead ? gate.lookup(target, accepted, byEditor) : undefined;
  if (cached) sendCached(request, response, cached);
  else if (forMonitoring.has(path)) gate.application(request, response);
  else if (gate.clients.isFull()) refuse(gate, exchange);
  else if (isRead && !byEditor && isMainPage(target)) gate.application(request, response);
  else
    gate.queue.offer({
      address: client,
      isLead: isLead(request.method, path),
      run: () => (response.destroyed ? undefined : gate.application(request, response)),
      refuse: () => refuse(gate, exchange),
    });
}

function refuse({ limits, busy, deps }: Gate, { request, response }: Exchange): void {
  deps.metrics.requests.add({ route: "busy", status: 503 });
  if (response.destroyed) return;
  if (!request.complete) closeAfterAnswer(request, response, limits);
  busy(request, response);
}

function receive(gate: Gate, exchange: Exchange, withinMs: number): void {
  const { request, response, path, client } = exchange;
  const { bytes: limit, message, field } = bodyLimitOf(request.method, path);
  const onBody = (body: Buffer) => {
    request.rawBody = body;
    answer(gate, exchange);
  };
  gate.bodies.receive({ request, response, address: client, limit, withinMs }, onBody, (why) => {
    const errors = field ? [{ field, message }] : [];
    if (why === "too-large") refuseBody(gate, exchange, new AppError("too_large", message, { errors }));
    else if (why === "too-slow") closeUnread(response);
    else refuse(gate, exchange);
  });
}

/** Lets the application respond, with the error format and headers of the route. */
function refuseBody({ limits, application }: Gate, { request, response }: Exchange, refusal?: AppError): void {
  request.rawBody = Buffer.alloc(0);
  request.refusal = refusal;
  closeAfterAnswer(request, response, limits);
  application(request, response);
}

async function receiveUpload(gate: Gate, exchange: Exchange): Promise<void> {
  // Uploads are accepted from administrators only. If the database is unavailable, the application finds out too.
  const isWelcome = await isOffice(gate.deps, exchange.request.headers.authorization).catch(() => false);
  if (exchange.response.destroyed) return;
  if (isWelcome) receive(gate, exchange, gate.limits.uploadMs);
  else refuseBody(gate, exchange);
}

/**
 * The pages that are rendered once for all who ask, and then cached: so little work that they need no place in the
 * queue, and are shown in an overload that began before they were cached.
 */
function isMainPage(target: string): boolean {
  const end = target.indexOf("?");
  const address = end < 0 ? target : target.slice(0, end);
  return (
    mainPaths.includes(canonicalPath(address)) && (end < 0 || portfolioFilter(address, target.slice(end)) === undefined)
  );
}

/** Answered at once, since what they tell is most wanted in an overload, and to strangers they cost next to nothing. */
const forMonitoring = new Set(["/healthz", "/readyz", "/metrics"]);

function closeUnread(response: ServerResponse): void {
  response.writeHead(408, { Connection: "close", "Content-Length": 0 });
  response.end();
}

/**
 * The sector and technology by which the portfolio's URL filters: `/portfolio?sector=Health&technology=React`. Nothing
 * on any other page.
 */
export function portfolioFilter(address: string, query: string): PortfolioFilter | undefined {
  if (canonicalPath(address) !== "/portfolio") return undefined;
  const asked = new URLSearchParams(query);
  const [sector, technology] = [asked.get("sector")?.trim(), asked.get("technology")?.trim()];
  return sector || technology ? { ...(sector && { sector }), ...(technology && { technology }) } : undefined;
}

/** Page paths ignore letter case and a trailing slash. */
export function canonicalPath(address: string): string {
  const lower = address.toLowerCase();
  return lower.length > 1 && lower.endsWith("/") ? lower.slice(0, -1) : lower;
}
