import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { App } from "./app-context.ts";
import { FastLaneServer } from "./fast-lane.ts";
import type { Finished } from "./finished.ts";
import { finder, front } from "./front.ts";
import type { PageCache } from "./page-cache.ts";

export interface Listening {
  port: number;
  /** Finishes what is in flight, then ends; what takes longer than `graceMs` is cut. */
  close(graceMs?: number): Promise<void>;
}

/** Opens the front door. @throws the socket's error, as EADDRINUSE */
export async function listen(
  { host, port }: { host: string | undefined; port: number },
  {
    app,
    pages,
    files,
    onCacheHit,
  }: { app: App; pages: PageCache; files: ReadonlyMap<string, Finished>; onCacheHit?: () => void },
): Promise<Listening> {
  const find = finder(pages, files, onCacheHit);
  const server = new FastLaneServer(
    // Slow senders are cut: 15 s for the head, 30 s for the whole request, looked after every 5 s.
    { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000, keepAliveTimeout: 10_000 },
    find,
    front(find, getRequestListener(app.fetch)),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    // Without a host Node listens on :: for both kinds of addresses, and on 0.0.0.0 where there is no IPv6.
    server.listen({ port, host }, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: (graceMs = 9_000) => close(server, graceMs) };
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}
