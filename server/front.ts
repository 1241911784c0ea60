import type { IncomingMessage, ServerResponse } from "node:http";
import { type Finished, isPacked, sendFinished } from "./finished.ts";
import type { PageCache } from "./page-cache.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Finds what is finished for an address: a file of the build, or a page that is true now. */
export function finder(pages: PageCache, files: ReadonlyMap<string, Finished>, onHit: () => void = () => {}) {
  return (target: string, accepted: string | string[] | undefined): Finished | undefined => {
    // A query string changes no page and no file, and so must not multiply the cache.
    const end = target.indexOf("?");
    const address = end < 0 ? target : target.slice(0, end);
    const finished = files.get(address) ?? pages.fresh(canonicalPath(address));
    if (!finished || !isPacked(finished, accepted)) return undefined;
    onHit();
    return finished;
  };
}

/** What is more is told to come again at once: a visitor who waits in a queue that never ends has gone before it moves. */
const mostAtOnce = 512;

/** Finished pages and files leave in front of every middleware; all else goes to the application, as much at once as it can bear. */
export function front(find: ReturnType<typeof finder>, application: Listener): Listener {
  let atOnce = 0;
  return (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const finished = isRead ? find(request.url ?? "/", request.headers["accept-encoding"]) : undefined;
    if (finished) return sendFinished(request, response, finished);
    if (atOnce >= mostAtOnce && !isAboutHealth(request.url)) return sendAway(response);
    atOnce++;
    response.once("close", () => atOnce--);
    application(request, response);
  };
}

const isAboutHealth = (url: string | undefined) => url === "/healthz" || url === "/readyz";

/** The answer of an overloaded site; the browser keeps the message and sends it again (app/shared/outbox.ts). */
function sendAway(response: ServerResponse): void {
  const body = JSON.stringify({
    code: "unavailable",
    message: "The site has more to do than it can just now. Try again in a few seconds.",
    errors: [],
  });
  response.writeHead(503, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "Retry-After": "2",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(body);
}

/** Page addresses ignore letter case and a trailing slash (spec/reading: Addresses). */
export function canonicalPath(address: string): string {
  const lower = address.toLowerCase();
  return lower.length > 1 && lower.endsWith("/") ? lower.slice(0, -1) : lower;
}
