import { isHost } from "../front/request-host.ts";
import { isEditor } from "../pages/edit-switch.ts";

/** A complete GET without a body, or a complete POST with all of its body. */
export interface PlainRequest {
  method: "GET" | "POST";
  /** Path and query, as received. */
  target: string;
  host: string;
  acceptEncoding?: string;
  ifNoneMatch?: string;
  /** Sent by an administrator's browser (edit-switch.ts). */
  byEditor: boolean;
  /** The values of another field, in the order received. */
  valuesOf(name: keyof typeof others): string[];
}

// RFC 9112: a request line, then fields consisting of a token, a colon and visible text. Anything else is left to
// Node's parser.
const form = /^(GET|POST) (\/[!-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t -~\x80-\xff]*\r\n)+)\r\n$/;
const significantHeaders =
  /(?:^|\n)(host|connection|proxy-connection|accept-encoding|if-none-match|content-length|transfer-encoding|expect|upgrade|trailer|te):[ \t]*([^\r]*)/gi;
const others = {
  origin: /(?:^|\n)origin:[ \t]*([^\r]*)/gi,
  "x-forwarded-for": /(?:^|\n)x-forwarded-for:[ \t]*([^\r]*)/gi,
};
const headEnd = "\r\n\r\n";
const maxHeadBytes = 8 * 1024;

/**
 * Parses received bytes if they are exactly one complete request that keeps the connection alive; otherwise returns
 * nothing. Deliberately strict: input that could be read in two ways is left to Node.
 */
export function readPlainRequest(chunk: Buffer): PlainRequest | undefined {
  const end = chunk.indexOf(headEnd) + headEnd.length;
  if (end < headEnd.length || end > maxHeadBytes) return undefined;
  const [, method, target, fields] = form.exec(chunk.toString("latin1", 0, end)) ?? [];
  if (method === undefined || target === undefined || fields === undefined) return undefined;
  const headers = new Map<string, string>();
  for (const [, name = "", value = ""] of fields.matchAll(significantHeaders)) {
    const key = name.toLowerCase();
    if (headers.has(key)) return undefined;
    headers.set(key, value.trim());
  }
  const host = headers.get("host");
  if (!host || !isHost(host) || !keepsConnection(headers) || chunk.length !== end + bodyLength(method, headers))
    return undefined;
  return {
    method: method as PlainRequest["method"],
    target,
    host,
    acceptEncoding: headers.get("accept-encoding"),
    ifNoneMatch: headers.get("if-none-match"),
    byEditor: isEditor(fields),
    valuesOf: (name) => [...fields.matchAll(others[name])].map(([, value = ""]) => value.trim()),
  };
}

const harmless = new Set(["host", "connection", "accept-encoding", "if-none-match", "content-length"]);

function keepsConnection(headers: Map<string, string>): boolean {
  for (const name of headers.keys()) if (!harmless.has(name)) return false;
  return (headers.get("connection") ?? "keep-alive").toLowerCase() === "keep-alive";
}

/** NaN if it cannot be told for sure. */
function bodyLength(method: string, headers: Map<string, string>): number {
  const length = headers.get("content-length");
  if (length === undefined) return method === "GET" ? 0 : Number.NaN;
  return method === "POST" && /^\d{1,9}$/.test(length) ? Number(length) : Number.NaN;
}
