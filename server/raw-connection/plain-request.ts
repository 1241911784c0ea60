import { isHost } from "../front/request-host.ts";
import { isEditor } from "../pages/edit-switch.ts";

/** A complete GET without a body. */
export interface PlainRequest {
  /** Path and query, as received. */
  target: string;
  host: string;
  acceptEncoding?: string;
  ifNoneMatch?: string;
  /** Sent by an administrator's browser (edit-switch.ts). */
  byEditor: boolean;
}

// RFC 9112: a request line, then fields consisting of a token, a colon and visible text. Anything else is left to
// Node's parser.
const form = /^GET (\/[!-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t -~\x80-\xff]*\r\n)+)\r\n$/;
const significantHeaders =
  /(?:^|\n)(host|connection|proxy-connection|accept-encoding|if-none-match|content-length|transfer-encoding|expect|upgrade|trailer|te):[ \t]*([^\r]*)/gi;
const maxHeadBytes = 8 * 1024;

/**
 * Parses received bytes if they are exactly one complete request that keeps the connection alive; otherwise returns
 * nothing. Deliberately strict: input that could be read in two ways is left to Node.
 */
export function readPlainRequest(chunk: Buffer): PlainRequest | undefined {
  if (chunk.length > maxHeadBytes) return undefined;
  const [, target, fields] = form.exec(chunk.toString("latin1")) ?? [];
  if (target === undefined || fields === undefined) return undefined;
  const headers = new Map<string, string>();
  for (const [, name = "", value = ""] of fields.matchAll(significantHeaders)) {
    const key = name.toLowerCase();
    if (headers.has(key)) return undefined;
    headers.set(key, value.trim());
  }
  const host = headers.get("host");
  if (!host || !isHost(host) || !keepsConnection(headers)) return undefined;
  return {
    target,
    host,
    acceptEncoding: headers.get("accept-encoding"),
    ifNoneMatch: headers.get("if-none-match"),
    byEditor: isEditor(fields),
  };
}

const harmless = new Set(["host", "connection", "accept-encoding", "if-none-match"]);

function keepsConnection(headers: Map<string, string>): boolean {
  for (const name of headers.keys()) if (!harmless.has(name)) return false;
  return (headers.get("connection") ?? "keep-alive").toLowerCase() === "keep-alive";
}
