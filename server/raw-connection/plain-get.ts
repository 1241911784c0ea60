import { isEditor } from "../edit-switch.ts";

/** What a plain GET says about the response it accepts. */
export interface PlainGet {
  /** Path and query, as received. */
  target: string;
  acceptEncoding?: string;
  ifNoneMatch?: string;
  /** Sent by an administrator's browser (edit-switch.ts). */
  byEditor: boolean;
}

// RFC 9112: a request line, then fields consisting of a token, a colon and visible text. Anything else is left to
// Node's parser.
const form = /^GET (\/[!-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t -~\x80-\xff]*\r\n)+)\r\n$/;
const telling =
  /(?:^|\n)(host|connection|proxy-connection|accept-encoding|if-none-match|content-length|transfer-encoding|expect|upgrade|trailer|te):[ \t]*([^\r]*)/gi;
const mostBytes = 8 * 1024;

/**
 * Parses received bytes if they are exactly one complete GET without a body that keeps the connection alive; otherwise
 * returns nothing. Deliberately strict: input that could be read in two ways is left to Node.
 */
export function readPlainGet(chunk: Buffer): PlainGet | undefined {
  if (chunk.length > mostBytes) return undefined;
  const [, target, fields] = form.exec(chunk.toString("latin1")) ?? [];
  if (target === undefined || fields === undefined) return undefined;
  const said = new Map<string, string>();
  for (const [, name = "", value = ""] of fields.matchAll(telling)) {
    const key = name.toLowerCase();
    if (said.has(key)) return undefined;
    said.set(key, value.trim());
  }
  if (!keepsConnection(said)) return undefined;
  const [acceptEncoding, ifNoneMatch] = [said.get("accept-encoding"), said.get("if-none-match")];
  return { target, acceptEncoding, ifNoneMatch, byEditor: isEditor(fields) };
}

const harmless = new Set(["host", "connection", "accept-encoding", "if-none-match"]);

function keepsConnection(said: Map<string, string>): boolean {
  if (!said.get("host")) return false;
  for (const name of said.keys()) if (!harmless.has(name)) return false;
  return (said.get("connection") ?? "keep-alive").toLowerCase() === "keep-alive";
}
