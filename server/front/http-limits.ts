import { limits } from "#app/shared/limits.ts";

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Limits for one client and for all clients together. Times are in milliseconds. */
export interface HttpLimits {
  /** Time to receive the head of a request. */
  headMs: number;
  /** Time to receive a body; an administrator's upload has `uploadMs`. */
  bodyMs: number;
  uploadMs: number;
  /** How often slow heads are checked for. */
  checkMs: number;
  /** How long an idle connection stays open. */
  keepAliveMs: number;
  /** The same behind a proxy: longer than proxies wait, which answer 502 to what meets a connection that is being closed. */
  proxyKeepAliveMs: number;
  /**
   * A connection is closed when nothing is sent or received for this long while the client has a response to read or a
   * request to finish.
   */
  stalledMs: number;
  /**
   * After a 413 the connection stays open for this long, so that the client can read the response. Meanwhile the rest of
   * the body is read and discarded, up to this many bytes.
   */
  drainBytes: number;
  drainMs: number;
  /** The listen backlog; clients beyond it retry after a second. */
  backlog: number;
  /** Open connections of all clients together. Then the address with the most loses one to an address with fewer. */
  connections: number;
  /** Above this, an address loses its most idle connection for each one it opens. */
  connectionsPerAddress: number;
  /** A connection idle for this long may be closed to make room. */
  staleMs: number;
  /** Bytes of all request bodies in memory. */
  bodyBytes: number;
  /** Bytes of all responses not yet read by clients; above this, only cached responses are served. */
  answerBytes: number;
  work: WorkLimits;
}

/** How many requests are processed at once, and how long others may wait (server/front/work-queue.ts). */
export interface WorkLimits {
  /** Requests processed at once; one address gets at most half of them. */
  atOnce: number;
  /** The same for leads, which have their own slots. */
  leadsAtOnce: number;
  /** Maximum number of waiting requests, for each of the two. */
  waiting: number;
  /** How long a request may wait. */
  maxWaitMs: number;
}

export const httpLimits: HttpLimits = {
  headMs: 15_000,
  bodyMs: 30_000,
  uploadMs: 5 * 60_000,
  checkMs: 5_000,
  keepAliveMs: 10_000,
  // nginx and load balancers wait for 60 s, programs in Go for 90 s, Caddy for 120 s.
  proxyKeepAliveMs: 130_000,
  stalledMs: 15_000,
  drainBytes: 2 * megabyte,
  drainMs: 1_000,
  backlog: 4_096,
  connections: 4_096,
  connectionsPerAddress: 512,
  staleMs: 1_000,
  bodyBytes: 64 * megabyte,
  answerBytes: 64 * megabyte,
  work: {
    atOnce: 128,
    leadsAtOnce: 192,
    waiting: 512,
    maxWaitMs: 5_000,
  },
};

/** The body limit of a kind of route, and the error message above it. */
export interface BodyLimit {
  bytes: number;
  message: string;
  /** The form field the message refers to. */
  field?: string;
}

const atMost = (bytes: number): BodyLimit => ({
  bytes,
  message: `The request may have at most ${Math.floor(bytes / kilobyte)} KB.`,
});

const small = atMost(4 * kilobyte);
const text = atMost(limits.jsonBodyBytes);
/** Leaves room for the multipart framing around the file. */
const image: BodyLimit = {
  bytes: limits.uploadBytes + 64 * kilobyte,
  message: "The image may have at most 10 MB.",
  field: "file",
};

/** The body limit of a request, for known and unknown routes alike. */
export function bodyLimitOf(method: string | undefined, path: string): BodyLimit {
  if (method === "GET" || method === "HEAD") return small;
  if (path.startsWith("/api/") || path.startsWith("/send/") || path.startsWith("/approve/")) return text;
  return isUpload(method, path) ? image : small;
}

export const isUpload = (method: string | undefined, path: string) => method === "POST" && path === "/upload";

/** Whether this is a visitor's message; those are rejected last. */
export const isLead = (method: string | undefined, path: string) =>
  method === "POST" &&
  (path === "/api/quote/new" || path === "/api/subscription/subscribe" || path.startsWith("/send/"));
