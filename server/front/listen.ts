import type { RequestListener, Server } from "node:http";
import type { AddressInfo, ListenOptions } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Config } from "#app/platform/config.ts";
import { closeAfterAnswer, hasBody } from "../api/request-body.ts";
import type { App, AppDeps } from "../app-context.ts";
import { crossOrigin } from "../cross-origin.ts";
import { RawConnectionServer } from "../raw-connection/raw-connection-server.ts";
import type { CachedResponse } from "./cached-response.ts";
import { clientAddress } from "./client-address.ts";
import { type HttpLimits, httpLimits } from "./http-limits.ts";
import { cacheLookup, requestGate } from "./request-gate.ts";
import { hasValidHost, refuseHost } from "./request-host.ts";

/** What the server serves once the site is ready. */
export interface Site {
  app: App;
  deps: AppDeps;
  /** Static files of the build by path. */
  files: ReadonlyMap<string, CachedResponse>;
}

/** An open port that does not serve the site yet. */
export interface OpenPort {
  port: number;
  /** Number of connected clients. */
  connections(): number;
  /** Resolves once requests in flight have finished; whatever takes longer than `graceMs` is cut off. */
  close(graceMs?: number): Promise<void>;
  /** Starts serving the site. */
  serve(site: Site): void;
}

/** Opens the port; `starting` answers until there is a site to serve. @throws the socket's error, such as EADDRINUSE */
export async function openPort(
  config: Config,
  starting: RequestListener,
  changes: Partial<HttpLimits> = {},
): Promise<OpenPort> {
  const limits = { ...httpLimits, ...changes };
  if (config.trustProxy > 0) limits.keepAliveMs = limits.proxyKeepAliveMs;
  let lookup: ReturnType<typeof cacheLookup> = () => undefined;
  let answer: RequestListener = (request, response) => {
    if (hasBody(request)) closeAfterAnswer(request, response, limits);
    starting(request, response);
  };
  const allowOrigin = crossOrigin(config);
  const server = new RawConnectionServer(
    limits,
    // A proxy's connections carry the requests of all clients.
    ({ remoteAddress }) => (config.trustProxy > 0 ? undefined : clientAddress(remoteAddress, null, 0)),
    (...asked) => lookup(...asked),
    (request, response) => {
      if (!hasValidHost(request)) {
        closeAfterAnswer(request, response, limits);
        refuseHost(response);
      } else if (!allowOrigin(request, response)) answer(request, response);
    },
    { answersRaw: config.fastLane },
  );
  // Without a host, Node listens on :: for IPv6 and IPv4, or on 0.0.0.0 if there is no IPv6.
  const address = { port: config.port, host: config.host, backlog: limits.backlog };
  await listening(server, address);
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => server.clients.count,
    close: (graceMs = 7_500) => close(server, graceMs),
    serve({ app, deps, files }) {
      lookup = cacheLookup(deps, files);
      // For HTTP/1.0 and requests with an empty Host.
      const application = getRequestListener(app.fetch, { hostname: new URL(config.publicUrl).host });
      const { clients } = server;
      const gate = requestGate(limits, { deps, lookup, application, clients });
      answer = gate.listener;
      deps.metrics.load = () => ({ connections: clients.count, queues: gate.queues() });
    },
  };
}

function listening(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => resolve());
  });
}

async function close(server: Server, graceMs: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  // A connection that is busy now becomes idle after its response.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cut);
  clearInterval(idle);
}
