import type { IncomingMessage, ServerResponse } from "node:http";
import { type Finished, sendFinished } from "./finished.ts";
import type { PageCache } from "./page-cache.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Finished pages and files leave in front of every middleware; all else goes to the application. */
export function front(pages: PageCache, files: ReadonlyMap<string, Finished>, application: Listener): Listener {
  return (request, response) => {
    const finished = request.method === "GET" || request.method === "HEAD" ? find(request.url ?? "/") : undefined;
    if (finished) sendFinished(request, response, finished);
    else application(request, response);
  };

  function find(url: string): Finished | undefined {
    // A query string changes no page and no file, and so must not multiply the cache.
    const end = url.indexOf("?");
    const address = end < 0 ? url : url.slice(0, end);
    return files.get(address) ?? pages.fresh(canonicalPath(address));
  }
}

/** Page addresses ignore letter case and a trailing slash (spec/reading: Addresses). */
export function canonicalPath(address: string): string {
  const lower = address.toLowerCase();
  return lower.length > 1 && lower.endsWith("/") ? lower.slice(0, -1) : lower;
}
