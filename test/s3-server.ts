import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

// A strict stand-in for S3, written from AWS's description of the protocol (REST API, path style, Signature Version 4),
// not from the client: it recomputes every signature and every checksum itself, and refuses what S3 would refuse.

export interface S3Request {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/**
 * What goes wrong with a request: an error response, a connection cut before the answer or, once something has
 * happened, in the middle of it, an answer that is lost after the request was carried out, or a stored byte that changes.
 */
export type S3Fault =
  | { status: number; code: string }
  | { cutAfter: () => Promise<unknown> }
  | "cut"
  | "lose the answer"
  | "change a byte";

interface StoredObject {
  body: Buffer;
  etag: string;
  metadata: Record<string, string>;
}

interface Upload {
  key: string;
  metadata: Record<string, string>;
  parts: Map<number, { body: Buffer; etag: string }>;
}

export interface S3Server {
  /** The product's settings for it: for backups. */
  environment: Record<string, string>;
  /** And for pictures. */
  forPictures: Record<string, string>;
  objects: Map<string, StoredObject>;
  /** Multipart uploads that were neither completed nor aborted, by id. */
  uploads: Map<string, Upload>;
  /** Those that were carried out or refused, in order. */
  requests: S3Request[];
  /** Asked before each request. */
  fault: ((request: S3Request) => S3Fault | undefined) | undefined;
  close(): Promise<void>;
}

export const s3Keys = { id: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI+K7MDENG/bPxRfiCYEXAMPLEKEY" };
const region = "eu-central-1";
const bucket = "backups";

class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/**
 * A bucket `backups` in eu-central-1, closed after the test. `pageSize`: keys in one page of a list. `isLocked`: with
 * object lock.
 */
export async function openS3({
  minPartBytes = 5 * 1024 * 1024,
  pageSize = 1_000,
  isLocked = false,
} = {}): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map();
  const uploads: S3Server["uploads"] = new Map();
  const server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("error", () => {});
    incoming.on("end", () => answer(incoming, outgoing, Buffer.concat(pieces)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const settings = {
    ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    BUCKET: bucket,
    REGION: region,
    ACCESS_KEY_ID: s3Keys.id,
    SECRET_ACCESS_KEY: s3Keys.secret,
    PREFIX: "site one",
  };
  const named = (prefix: string) =>
    Object.fromEntries(Object.entries(settings).map(([name, value]) => [`${prefix}_${name}`, value]));
  const storage: S3Server = {
    environment: named("BACKUP_S3"),
    forPictures: named("PICTURES_S3"),
    objects,
    uploads,
    requests: [],
    fault: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  onTestFinished(() => storage.close());
  return storage;

  function answer(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
    const { pathname, searchParams: query } = new URL(incoming.url ?? "", "http://storage");
    const [, foundBucket = "", ...rest] = decodeURIComponent(pathname).split("/");
    const request: S3Request = {
      method: incoming.method ?? "",
      key: rest.join("/"),
      query,
      headers: incoming.headers,
      body,
    };
    const fault = storage.fault?.(request);
    if (fault === "cut") return void incoming.socket.destroy();
    storage.requests.push(request);
    try {
      if (typeof fault === "object" && "code" in fault) throw new Refused(fault.status, fault.code);
      verifySignature(incoming, body);
      if (foundBucket !== bucket) throw new Refused(404, "NoSuchBucket");
      const { status, headers = {}, content = "" } = carryOut(request, fault === "change a byte");
      if (fault === "lose the answer") return void incoming.socket.destroy();
      const bytes = Buffer.from(content);
      outgoing.writeHead(status, { "Content-Length": bytes.length, ...headers });
      if (typeof fault !== "object") return void outgoing.end(request.method === "HEAD" ? undefined : bytes);
      outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
      const cut = () => incoming.socket.destroy();
      fault.cutAfter().then(cut, cut);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${error.code}</Code><Message>Said by ${s3Keys.secret}</Message></Error>`;
      outgoing.writeHead(error.status, { "Content-Type": "application/xml", "Content-Length": Buffer.byteLength(xml) });
      outgoing.end(request.method === "HEAD" ? undefined : xml);
    }
  }

  function carryOut(request: S3Request, isSpoiled: boolean): Answer {
    const { method, key, query } = request;
    const uploadId = query.get("uploadId");
    const { "content-md5": sum } = request.headers;
    if (isLocked && method === "PUT" && sum === undefined) throw new Refused(400, "InvalidRequest");
    if (sum !== undefined && sum !== Buffer.from(md5(request.body), "hex").toString("base64"))
      throw new Refused(400, "BadDigest");
    if (key === "") {
      if (method === "GET" && query.get("list-type") === "2") return list(query);
      if (method === "GET" && query.has("uploads")) return listUploads(query.get("prefix") ?? "");
    } else if (method === "POST" && query.has("uploads")) {
      const id = randomUUID();
      uploads.set(id, { key, metadata: metadataOf(request), parts: new Map() });
      return xml(
        `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    } else if (uploadId !== null) {
      const upload = uploads.get(uploadId);
      if (upload?.key !== key) throw new Refused(404, "NoSuchUpload");
      if (method === "PUT") return putPart(upload, request);
      if (method === "POST") return complete(uploadId, upload, request.body, isSpoiled);
      if (method === "DELETE") {
        uploads.delete(uploadId);
        return { status: 204 };
      }
    } else if (method === "PUT") {
      const body = isSpoiled ? spoiled(request.body) : request.body;
      objects.set(key, { body, etag: quoted(md5(request.body)), metadata: metadataOf(request) });
      return { status: 200, headers: { ETag: quoted(md5(request.body)) } };
    } else if (method === "DELETE") {
      objects.delete(key);
      return { status: 204 };
    } else if (method === "GET" || method === "HEAD") {
      return get(key, request.headers.range);
    }
    throw new Refused(405, "MethodNotAllowed");
  }

  function list(query: URLSearchParams): Answer {
    const prefix = query.get("prefix") ?? "";
    const after = query.get("continuation-token") ?? "";
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, Math.min(pageSize, Number(query.get("max-keys") ?? 1_000)));
    const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.body.length}</Size><ETag>"x"</ETag></Contents>`,
    );
    return xml(
      `<ListBucketResult><IsTruncated>${next !== ""}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
    );
  }

  function listUploads(prefix: string): Answer {
    const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
    const items = found.map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
    return xml(`<ListMultipartUploadsResult>${items.join("")}</ListMultipartUploadsResult>`);
  }

  function putPart(upload: Upload, { query, body }: S3Request): Answer {
    const number = Number(query.get("partNumber"));
    if (!(number >= 1 && number <= 10_000)) throw new Refused(400, "InvalidArgument");
    const etag = quoted(md5(body));
    upload.parts.set(number, { body, etag });
    return { status: 200, headers: { ETag: etag } };
  }

  function complete(id: string, { key, metadata, parts }: Upload, body: Buffer, isSpoiled: boolean): Answer {
    const named = [...body.toString().matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag><\/Part>/g)];
    const chosen = named.map(([, number, etag]) => {
      const part = parts.get(Number(number));
      if (part === undefined || part.etag !== etag) throw new Refused(400, "InvalidPart");
      return { number: Number(number), ...part };
    });
    if (chosen.length === 0) throw new Refused(400, "MalformedXML");
    if (chosen.some(({ number }, index) => number <= (chosen[index - 1]?.number ?? 0)))
      throw new Refused(400, "InvalidPartOrder");
    if (chosen.slice(0, -1).some((part) => part.body.length < minPartBytes)) throw new Refused(400, "EntityTooSmall");
    const whole = Buffer.concat(chosen.map((part) => part.body));
    const etag = quoted(
      `${md5(Buffer.concat(chosen.map((part) => createHash("md5").update(part.body).digest())))}-${chosen.length}`,
    );
    objects.set(key, { body: isSpoiled ? spoiled(whole) : whole, etag, metadata });
    uploads.delete(id);
    return xml(
      `<CompleteMultipartUploadResult><ETag>&quot;${etag.slice(1, -1)}&quot;</ETag></CompleteMultipartUploadResult>`,
    );
  }

  function get(key: string, range: string | undefined): Answer {
    const found = objects.get(key);
    if (!found) throw new Refused(404, "NoSuchKey");
    const headers = { ETag: found.etag, ...found.metadata };
    const from = range === undefined ? undefined : Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? Number.NaN);
    if (from === undefined) return { status: 200, headers, content: found.body };
    if (!(from < found.body.length)) throw new Refused(416, "InvalidRange");
    return { status: 206, headers, content: found.body.subarray(from) };
  }
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  content?: Buffer | string;
}

const xml = (content: string): Answer => ({ status: 200, headers: { "Content-Type": "application/xml" }, content });

const metadataOf = ({ headers }: S3Request): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("x-amz-meta-")) as [string, string][]);

/**
 * Signature Version 4 in the Authorization header:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function verifySignature(incoming: IncomingMessage, body: Buffer): void {
  const { headers, method } = incoming;
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day, givenRegion, signed = "", signature = ""] = pattern.exec(headers.authorization ?? "") ?? [];
  if (id === undefined) throw new Refused(403, "AccessDenied");
  if (id !== s3Keys.id) throw new Refused(403, "InvalidAccessKeyId");
  if (givenRegion !== region) throw new Refused(400, "AuthorizationHeaderMalformed");
  const time = String(headers["x-amz-date"]);
  const sentMs = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(sentMs - Date.now()) < 15 * 60_000) || !time.startsWith(day ?? "-"))
    throw new Refused(403, "RequestTimeTooSkewed");
  const names = signed.split(";");
  const isMissing = (name: string) => !names.includes(name);
  const needed = ["host", ...Object.keys(headers).filter((name) => name.startsWith("x-amz-"))];
  if (needed.some(isMissing) || names.join() !== names.toSorted().join()) throw new Refused(403, "AccessDenied");
  const sum = String(headers["x-amz-content-sha256"]);
  const [rawPath = "", rawQuery = ""] = (incoming.url ?? "").split("?");
  const canonical = [
    method,
    rawPath.split("/").map(recoded).join("/"),
    rawQuery.split("&").filter(Boolean).map(recodedPair).sort().join("&"),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? "")
          .trim()
          .replace(/ +/g, " ")}`,
    ),
    "",
    signed,
    sum,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", time, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const key = [String(day), region, "s3", "aws4_request"].reduce<Buffer>(
    (secret, text) => createHmac("sha256", secret).update(text).digest(),
    Buffer.from(`AWS4${s3Keys.secret}`),
  );
  const expected = createHmac("sha256", key).update(toSign).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) throw new Refused(403, "SignatureDoesNotMatch");
  if (createHash("sha256").update(body).digest("hex") !== sum) throw new Refused(400, "XAmzContentSHA256Mismatch");
}

/** Percent-encoded as AWS wants it: everything but unreserved characters. */
const recoded = (part: string): string =>
  encodeURIComponent(decodeURIComponent(part)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function recodedPair(pair: string): string {
  const [name = "", value = ""] = pair.split("=");
  return `${recoded(name)}=${recoded(value)}`;
}

const md5 = (bytes: Buffer): string => createHash("md5").update(bytes).digest("hex");
const quoted = (text: string): string => `"${text}"`;

function spoiled(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(copy.length >> 1) ^ 1, copy.length >> 1);
  return copy;
}
