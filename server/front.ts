import type { IncomingMessage, ServerResponse } from "node:http";
import { type Finished, isPacked, sendFinished } from "./finished.ts";
import type { PageCache } from "./page-cache.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Finds what is finished for an address: a file of the build, or a page that is true now. */
export function finder(pages: PageCache, files: ReadonlyMap<string, Finished>) {
  return (target: string, accepted: string | string[] | undefined): Finished | undefined => {
    // A query string changes no page and no file, and so must not multiply the cache.
    const end = target.indexOf("?");
    const address = end < 0 ? target : target.slice(0, end);
    const finished = files.get(address) ?? pages.fresh(canonicalPath(address));
    return finished && isPacked(finished, accepted) ? finished : undefined;
  };
}

/** Finished pages and files leave in front of every middleware; all else goes to the application. */
export function front(find: ReturnType<typeof finder>, application: Listener): Listener {
  return (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const finished = isRead ? find(request.url ?? "/", request.headers["accept-encoding"]) : undefined;
    if (finished) sendFinished(request, response, finished);
    else application(request, response);
  };
}

/** Page addresses ignore letter case and a trailing slash (spec/reading: Addresses). */
export function canonicalPath(address: string): string {
  const lower = address.toLowerCase();
  return lower.length > 1 && lower.endsWith("/") ? lower.slice(0, -1) : lower;
}
