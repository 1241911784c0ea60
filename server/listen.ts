import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { App } from "./app-context.ts";
import { FastLaneServer } from "./fast-lane.ts";
import type { Finished } from "./finished.ts";
import { finder, front } from "./front.ts";
import type { PageCache } from "./page-cache.ts";

/** What is served once the site is ready. */
export interface Site {
  app: App;
  pages: PageCache;
  /** Files of the build by address. */
  files: ReadonlyMap<string, Finished>;
  onCacheHit?: () => void;
}

export interface Listening {
  port: number;
  /** Finishes what is in flight, then ends; what takes longer than `graceMs` is cut. */
  close(graceMs?: number): Promise<void>;
}

interface Address {
  host: string | undefined;
  port: number;
}

/** An open port that does not serve the site yet. */
export interface OpenPort extends Listening {
  /** From here on the site answers. */
  serve(site: Site): void;
}

/** Opens the front door of a site that is ready. @throws the socket's error, as EADDRINUSE */
export async function listen(address: Address, site: Site): Promise<Listening> {
  const open = await openPort(address, (_, response) => void response.writeHead(503).end());
  open.serve(site);
  return open;
}

/** Opens the port; `starting` answers until there is a site to serve. @throws the socket's error, as EADDRINUSE */
export async function openPort({ host, port }: Address, starting: RequestListener): Promise<OpenPort> {
  let find: ReturnType<typeof finder> = () => undefined;
  let answer = starting;
  const server = new FastLaneServer(
    // Slow senders are cut: 15 s for the head, 30 s for the whole request, looked after every 5 s.
    { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000, keepAliveTimeout: 10_000 },
    (target, accepted) => find(target, accepted),
    (request, response) => answer(request, response),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    // Without a host Node listens on :: for both kinds of addresses, and on 0.0.0.0 where there is no IPv6.
    server.listen({ port, host }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs = 9_000) => close(server, graceMs),
    serve({ app, pages, files, onCacheHit }) {
      find = finder(pages, files, onCacheHit);
      answer = front(find, getRequestListener(app.fetch));
    },
  };
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // A connection that was busy at first is idle once it has its answer.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(idle);
      resolve();
    });
  });
}
