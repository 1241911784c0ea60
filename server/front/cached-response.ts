import { createHash } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { errorFacts, type Log } from "#app/platform/observability/log.ts";
import { loggedPath } from "./request-path.ts";

type Compressed = "gzip" | "br";
type Encoding = "identity" | Compressed;
type Headers = Record<string, string>;

interface Variant {
  body: Buffer;
  headers: string[];
  /** The complete HTTP message as last sent. */
  sent?: Sent;
}

interface Sent {
  /** The second in which its Date header is valid. */
  second: number;
  parts: Buffer[];
}

/** A response ready to be sent: body and headers for each encoding, built once. */
export interface CachedResponse {
  status: number;
  etag: string;
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
  notModified: Variant;
  /** Approximate memory in bytes. */
  size: number;
  /** Headers common to all encodings. */
  shared: Headers;
  /** Encodings that are compressed on first request; absent if `variants` is complete. */
  compressing?: Map<Compressed, Promise<void>>;
}

type Bodies = Partial<Record<Encoding, Buffer>> & { identity: Buffer };

/**
 * Builds a response from its bodies. If `isCompressible`, it is compressed on first request; otherwise it is sent as
 * given.
 */
export function cachedResponse(
  status: number,
  headers: Headers,
  bodies: Bodies,
  isCompressible = false,
): CachedResponse {
  const etag = `W/"${createHash("sha256")
    .update(bodies.identity)
    .update(headers["Content-Security-Policy"] ?? "")
    .digest("base64url")
    .slice(0, 22)}"`;
  const varies = isCompressible || bodies.gzip || bodies.br;
  const shared = { ...headers, ETag: etag, ...(varies && { Vary: "Accept-Encoding" }) };
  const variants = Object.fromEntries(
    Object.entries(bodies).map(([encoding, body]) => [encoding, variantOf(shared, encoding, body)]),
  );
  const size = Object.values(bodies).reduce((sum, body) => sum + body.length, 0);
  return {
    status,
    etag,
    variants: variants as CachedResponse["variants"],
    notModified: { body: nothing, headers: flat(shared) },
    // The two compressed forms of a page together are about half its size.
    size: isCompressible ? size * 1.5 : size,
    shared,
    ...(isCompressible && { compressing: new Map() }),
  };
}

const nothing = Buffer.alloc(0);

const variantOf = (shared: Headers, encoding: string, body: Buffer): Variant => ({
  body,
  headers: flat({
    ...shared,
    "Content-Length": String(body.length),
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
  }),
});

/** The compressed encoding that a client prefers, if it accepts any. */
const wanted = (accepted: string | string[] | undefined): Compressed | undefined =>
  accepts(accepted, "br") ? "br" : accepts(accepted, "gzip") ? "gzip" : undefined;

/** Whether the response already exists in the encoding this client prefers. */
export function hasEncoding(
  { compressing, variants }: CachedResponse,
  accepted: string | string[] | undefined,
): boolean {
  const encoding = compressing && wanted(accepted);
  return encoding === undefined || variants[encoding] !== undefined;
}

/**
 * Compresses a response for this client's preferred encoding, once for all clients, in the thread pool. If that fails, as
 * when memory is short, it is sent uncompressed, and the next request tries again.
 */
export async function compress(
  log: Log,
  path: string,
  { variants, shared, compressing }: CachedResponse,
  accepted: string | undefined,
): Promise<void> {
  const encoding = wanted(accepted);
  if (!compressing || encoding === undefined) return;
  const compressed = async () => {
    variants[encoding] = variantOf(shared, encoding, await compressors[encoding](variants.identity.body));
  };
  const running = compressing.get(encoding) ?? compressed();
  compressing.set(encoding, running);
  await running.catch((error: unknown) => {
    compressing.delete(encoding);
    log.error("sent uncompressed", { path: loggedPath(path), ...errorFacts(error) });
  });
}

// At quality 9, brotli takes ten times as long (27 ms instead of 2 ms for the home page) and saves 64 bytes.
const compressors: Record<Compressed, (text: Buffer) => Promise<Buffer>> = {
  gzip: (text) => promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip)(text, { level: 6 }),
  br: (text) =>
    promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)(text, {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
};

/**
 * A text in the encoding that a client prefers, for answers that are not kept. Uncompressed if it cannot be compressed.
 * @returns the body, and what to say of it
 */
export async function compressed(
  log: Log,
  path: string,
  text: string,
  accepted: string | undefined,
): Promise<[Uint8Array<ArrayBuffer>, Headers]> {
  const encoding = wanted(accepted);
  const bytes = Buffer.from(text);
  const vary = { Vary: "Accept-Encoding" };
  if (encoding === undefined) return [bytes, vary];
  try {
    return [new Uint8Array(await compressors[encoding](bytes)), { ...vary, "Content-Encoding": encoding }];
  } catch (error) {
    log.error("sent uncompressed", { path: loggedPath(path), ...errorFacts(error) });
    return [bytes, vary];
  }
}

/** Sends the cached bytes, or 304 if the client already has them. */
export function sendCached(request: IncomingMessage, response: ServerResponse, cached: CachedResponse): void {
  if (holds(request.headers["if-none-match"], cached.etag)) {
    response.writeHead(304, cached.notModified.headers);
    response.end();
    return;
  }
  const { body, headers } = choose(cached, request.headers["accept-encoding"]);
  response.writeHead(cached.status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** The same response as the bytes of an HTTP/1.1 message, for a connection kept alive for `keepAliveMs`. */
export function rawMessage(
  cached: CachedResponse,
  { acceptEncoding, ifNoneMatch }: { acceptEncoding?: string; ifNoneMatch?: string },
  keepAliveMs: number,
): Buffer[] {
  const isKnown = holds(ifNoneMatch, cached.etag);
  const variant = isKnown ? cached.notModified : choose(cached, acceptEncoding);
  const second = Math.floor(Date.now() / 1000);
  if (variant.sent?.second !== second)
    variant.sent = {
      second,
      parts: httpMessage(isKnown ? 304 : cached.status, variant.headers, variant.body, second, keepAliveMs),
    };
  return variant.sent.parts;
}

// A single write is fastest, but large bodies are not copied to get one.
const maxChunkBytes = 64 * 1024;

/**
 * The bytes of an HTTP/1.1 message that is sent within the given second of Unix time. `headers`: names and values by
 * turns. The connection is kept alive for `keepAliveMs`, or closed if that is undefined.
 */
export function httpMessage(
  status: number,
  headers: string[],
  body: Buffer,
  second: number,
  keepAliveMs: number | undefined,
): Buffer[] {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  lines.push(`Date: ${new Date(second * 1000).toUTCString()}`);
  if (keepAliveMs === undefined) lines.push("Connection: close", "\r\n");
  else lines.push("Connection: keep-alive", `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}`, "\r\n");
  const head = Buffer.from(lines.join("\r\n"), "latin1");
  return body.length > maxChunkBytes ? [head, body] : [Buffer.concat([head, body])];
}

/** The same response for Hono's listener, which handles the first request for a page; later ones bypass it. */
export function responseOf(
  request: Request,
  cached: CachedResponse,
  more: Record<string, string> = {},
  now = new Date(),
): Response {
  const isKnown = cached.status === 200 && isKnownTo(request, cached, now);
  const variant = isKnown ? cached.notModified : choose(cached, request.headers.get("Accept-Encoding") ?? undefined);
  const { body, headers } = variant;
  const all = new Headers(more);
  for (let i = 0; i < headers.length; i += 2) all.set(headers[i] ?? "", headers[i + 1] ?? "");
  const isEmpty = request.method === "HEAD" || body.length === 0;
  return new Response(isEmpty ? null : new Uint8Array(body), { status: isKnown ? 304 : cached.status, headers: all });
}

/** Whether the client says that it has this response: by its entity tag or, without one, by date (RFC 9110, 13.1.3). */
function isKnownTo({ headers }: Request, { etag, shared }: CachedResponse, now: Date): boolean {
  const tags = headers.get("If-None-Match");
  if (tags !== null) return holds(tags, etag);
  const since = httpDate(headers.get("If-Modified-Since"));
  const changed = httpDate(shared["Last-Modified"] ?? null);
  // A date to come is from a clock that was wrong, here or there.
  return since !== undefined && changed !== undefined && changed <= since && since <= now.getTime();
}

const httpDateForm = /^(?:\w{3}, \d\d \w{3} \d{4}|\w{6,9}, \d\d-\w{3}-\d\d|\w{3} \w{3} [ \d]\d) \d\d:\d\d:\d\d/;

/** A date in one of the three forms of HTTP (RFC 9110, 5.6.7) in milliseconds of Unix time; nothing for anything else. */
function httpDate(text: string | null): number | undefined {
  if (text === null || !httpDateForm.test(text)) return undefined;
  const ms = Date.parse(text.endsWith(" GMT") ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

function choose({ variants }: CachedResponse, accepted: string | string[] | undefined): Variant {
  if (variants.br && accepts(accepted, "br")) return variants.br;
  if (variants.gzip && accepts(accepted, "gzip")) return variants.gzip;
  return variants.identity;
}

/** Whether an Accept-Encoding header names an encoding, and does not refuse it. */
export function accepts(header: string | string[] | undefined, encoding: string): boolean {
  if (typeof header !== "string" || !header.includes(encoding)) return false;
  if (!header.includes("q=0")) return true;
  return !new RegExp(`(?:^|,)\\s*${encoding}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`).test(header);
}

/** Whether an If-None-Match header names the entity tag. */
export function holds(header: string | undefined, etag: string): boolean {
  return header !== undefined && (header === "*" || header.includes(etag.startsWith("W/") ? etag.slice(2) : etag));
}

const flat = (headers: Headers): string[] => Object.entries(headers).flat();
