import { limits } from "#app/shared/limits.ts";

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** What one client, and all of them together, may take of the server. Times in milliseconds. */
export interface HttpLimits {
  /** From the first byte of a request until its head is there. */
  headMs: number;
  /** From the head until the body is there; an upload of the office has `uploadMs`. */
  bodyMs: number;
  uploadMs: number;
  /** How often slow heads are looked for. */
  checkMs: number;
  /** How long an idle connection stays open. */
  keepAliveMs: number;
  /** A connection on which nothing moves for so long while the client has an answer to take, or a request to finish, is closed. */
  stalledMs: number;
  /** After 413 what is still on its way is read and dropped, up to so many bytes and so long, for the client to read the answer. */
  drainBytes: number;
  drainMs: number;
  /** Connections that the system keeps until they are accepted: what is more is not heard and asks again after a second. */
  backlog: number;
  /** Connections of all clients. */
  connections: number;
  /** Above this an address loses its stalest connections, each time it opens one more. */
  connectionsPerAddress: number;
  /** A connection on which nothing has moved for so long may be closed for others. */
  staleMs: number;
  /** Bytes of all bodies that are being received or worked on. */
  bodyBytes: number;
  /** Bytes of all answers that clients have not taken; above it what must be made first is refused. */
  answerBytes: number;
  work: WorkLimits;
}

/** How much work is done at once and how long it may wait (server/work-queue.ts). */
export interface WorkLimits {
  /** Requests being worked on at once; one address has half of them while others wait. */
  atOnce: number;
  /** The same for leads, which have places of their own. */
  leadsAtOnce: number;
  /** Requests that wait, for each of the two. */
  waiting: number;
  /** Up to so many may wait for `fewMaxWaitMs`: a page with all its pictures on a machine that is short of time is no overload. */
  few: number;
  fewMaxWaitMs: number;
  /** How long one waits in a burst … */
  maxWaitMs: number;
  /** … and how long once the queue has not been empty for `standingMs`. */
  strictMs: number;
  standingMs: number;
  /** Nothing is begun while the event loop is later than this. */
  lateMs: number;
  /** While more connections wait to be accepted, work is begun in this much of every ten milliseconds. */
  sliceMs: number;
}

export const httpLimits: HttpLimits = {
  headMs: 15_000,
  bodyMs: 30_000,
  uploadMs: 5 * 60_000,
  checkMs: 5_000,
  keepAliveMs: 10_000,
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
    leadsAtOnce: 256,
    waiting: 512,
    few: 32,
    fewMaxWaitMs: 5_000,
    maxWaitMs: 400,
    strictMs: 40,
    standingMs: 500,
    lateMs: 30,
    sliceMs: 4,
  },
};

/** What a kind of route takes, and what it says about more. */
export interface BodyLimit {
  bytes: number;
  message: string;
  /** The body's field that the message is about. */
  field?: string;
}

const atMost = (bytes: number): BodyLimit => ({
  bytes,
  message: `The request may have at most ${Math.floor(bytes / kilobyte)} KB.`,
});

const small = atMost(4 * kilobyte);
const text = atMost(limits.jsonBodyBytes);
/** With room for the multipart frame around the file. */
const image: BodyLimit = {
  bytes: limits.uploadBytes + 64 * kilobyte,
  message: "The image may have at most 10 MB.",
  field: "file",
};

/** The most that the body of a request may have: every route there is, and every address where there is none. */
export function bodyLimitOf(method: string | undefined, path: string): BodyLimit {
  if (method === "GET" || method === "HEAD") return small;
  if (path.startsWith("/api/") || path.startsWith("/send/")) return text;
  return isUpload(method, path) ? image : small;
}

export const isUpload = (method: string | undefined, path: string) => method === "POST" && path === "/upload";

/** What visitors send: it is refused last. */
export const isLead = (method: string | undefined, path: string) =>
  method === "POST" &&
  (path === "/api/quote/new" || path === "/api/subscription/subscribe" || path.startsWith("/send/"));
