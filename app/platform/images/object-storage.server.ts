import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { S3Client, S3Errors } from "@bradenmacdonald/s3-lite-client";
import type { BucketSettings } from "#app/platform/config.ts";
import { answerIn, isTransient, plainError, StorageError } from "./storage-error.server.ts";

const mebibyte = 1024 * 1024;

export interface StorageOptions {
  /** How often a request is sent that fails for a reason that may pass. */
  attempts?: number;
  /** Pause before the first repetition of a failed request; doubled before each further one. */
  firstPauseMs?: number;
  /** Size of a part, of which one is in memory at a time. S3 takes no smaller ones than 5 MiB, but the last. */
  partBytes?: number;
}

/** An object by its content. */
export interface StoredObject {
  key: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/**
 * Objects in a bucket. Every request carries the SHA-256 of its body under the signature, so that the storage refuses
 * what was changed on the way; one that fails for a reason that may pass is repeated.
 * @throws StorageError
 */
export class ObjectStorage {
  readonly #settings: BucketSettings;
  readonly #client: S3Client;
  readonly #firstPauseMs: number;
  readonly #partBytes: number;
  readonly #attempts: number;

  /** @throws StorageError */
  constructor(
    settings: BucketSettings,
    { attempts = 6, firstPauseMs = 1_000, partBytes = 8 * mebibyte }: StorageOptions,
  ) {
    this.#settings = settings;
    this.#attempts = attempts;
    this.#firstPauseMs = firstPauseMs;
    this.#partBytes = partBytes;
    try {
      this.#client = new S3Client({
        endPoint: settings.endpoint,
        region: settings.region,
        bucket: settings.bucket,
        accessKey: settings.accessKeyId,
        secretKey: settings.secretAccessKey,
      });
    } catch (cause) {
      throw this.plain(cause, "");
    }
  }

  /** Whether it is there, as far as the storage knows. */
  async has({ key, bytes, sha256 }: StoredObject): Promise<boolean> {
    try {
      const { headers } = await this.#insist(key, () => this.#client.makeRequest({ method: "HEAD", objectName: key }));
      return Number(headers.get("Content-Length")) === bytes && headers.get("x-amz-meta-sha256") === sha256;
    } catch (error) {
      // Such an answer has no text: the upload will be told what is wrong, if anything is.
      const refusal = answerIn(error);
      if (refusal && !isTransient(refusal)) return false;
      throw error;
    }
  }

  /** The key appears only once all parts are there. */
  async upload(source: FileHandle, copy: StoredObject): Promise<void> {
    const { key, bytes, sha256 } = copy;
    if (bytes > this.#partBytes) return this.#uploadParts(source, copy);
    const payload = new Uint8Array(bytes);
    await fill(source, payload, 0);
    await this.put(key, payload, { "x-amz-meta-sha256": sha256 });
  }

  /** Stores what is in memory, with a single request. */
  async put(key: string, payload: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}, query = {}) {
    // Buckets with object lock demand it.
    const all = { ...more, "Content-MD5": createHash("md5").update(payload).digest("base64") };
    const request = { method: "PUT", objectName: key, query, payload } as const;
    return this.#insist(key, () => this.#client.makeRequest({ ...request, headers: new Headers(all) }));
  }

  async #uploadParts(source: FileHandle, { key, bytes, sha256 }: StoredObject): Promise<void> {
    const started = await this.#post(key, "uploads", undefined, { "x-amz-meta-sha256": sha256 });
    const uploadId = tagOf(started, "UploadId");
    if (!uploadId) throw new StorageError(`${this.#settings.endpoint} does not answer like S3: there is no UploadId.`);
    try {
      const parts: string[] = [];
      // At most 10,000 parts are allowed.
      const size = Math.max(this.#partBytes, Math.ceil(bytes / 9_000));
      const buffer = new Uint8Array(size);
      for (let number = 1, offset = 0; offset < bytes; number++, offset += size) {
        const payload = buffer.subarray(0, Math.min(size, bytes - offset));
        await fill(source, payload, offset);
        const query = { partNumber: String(number), uploadId };
        const { headers } = await this.put(key, payload, {}, query);
        const etag = escapeXml(headers.get("ETag") ?? "");
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`);
      }
      const list = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join("")}</CompleteMultipartUpload>`;
      await this.#post(key, { uploadId }, list).catch((error: unknown) => {
        // It was completed by an attempt whose answer was lost; what is there is compared anyway.
        if (answerIn(error)?.code !== "NoSuchUpload") throw error;
      });
    } catch (error) {
      await this.#abort(key, uploadId);
      throw error;
    }
  }

  /** Reads it back, and compares every byte. */
  async isSame({ key, bytes, sha256 }: StoredObject): Promise<boolean> {
    const hash = createHash("sha256");
    const storedBytes = await this.read(key, async (piece) => void hash.update(piece));
    return storedBytes === bytes && hash.digest("hex") === sha256;
  }

  /** A connection that ends early is taken up where it ended. @returns how many bytes it has */
  async read(key: string, take: (piece: Uint8Array) => Promise<void>): Promise<number> {
    let offset = 0;
    let total: number | undefined;
    const readOn = async () => {
      const answer = await this.#client.getPartialObject(key, { offset, length: 0 });
      total ??= Number(answer.headers.get("Content-Length"));
      for await (const piece of answer.body ?? []) {
        await take(piece);
        offset += piece.length;
      }
      if (offset < total) throw new TypeError("the answer ended early");
    };
    do
      await this.#insist(key, async () => {
        const before = offset;
        await readOn().catch((error: unknown) => {
          // A long download may be cut often, as long as it gets on.
          if (!isTransient(error) || offset === before) throw error;
        });
      });
    while (total !== undefined && offset < total);
    return offset;
  }

  /** The whole of a small object. */
  async readAll(key: string): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    await this.read(key, async (piece) => void pieces.push(piece));
    return Buffer.concat(pieces);
  }

  keys(prefix = this.#settings.prefix): Promise<string[]> {
    return this.#insist(prefix, async () => {
      const keys: string[] = [];
      for await (const { key } of this.#client.listObjects({ prefix })) keys.push(key);
      return keys;
    });
  }

  remove(key: string): Promise<void> {
    return this.#insist(key, () => this.#client.deleteObject(key));
  }

  /** Aborts interrupted uploads of objects with such names (keys without the prefix). */
  async abortUnfinished(isOurs: (name: string) => boolean): Promise<void> {
    const { prefix } = this.#settings;
    try {
      const query = `prefix=${encodeURIComponent(prefix)}&uploads=`;
      const answer = await this.#client.makeRequest({ method: "GET", objectName: "", query, returnBody: true });
      for (const [upload] of (await answer.text()).matchAll(/<Upload>.*?<\/Upload>/gs)) {
        const [key, uploadId] = [tagOf(upload, "Key"), tagOf(upload, "UploadId")];
        if (key && uploadId && isOurs(key.slice(prefix.length))) await this.#abort(key, uploadId);
      }
    } catch {
      // Not every storage can list them, or allows it: then its own rules have to remove them.
    }
  }

  plain(cause: unknown, key: string): StorageError {
    return plainError(cause, this.#settings, key, this.#attempts);
  }

  /** Frees the parts, which cost money; if that fails, the next `abortUnfinished` or the bucket's own rules do it. */
  async #abort(objectName: string, uploadId: string): Promise<void> {
    const request = { method: "DELETE", objectName, query: { uploadId }, statusCode: 204 };
    await this.#client.makeRequest(request).catch(() => {});
  }

  /** @returns the text of the answer */
  #post(key: string, query: string | Record<string, string>, payload?: string, headers = {}): Promise<string> {
    return this.#insist(key, async () => {
      const answer = await this.#client.makeRequest({
        method: "POST",
        objectName: key,
        query,
        headers: new Headers(headers),
        returnBody: true,
        ...(payload !== undefined && { payload }),
      });
      const text = await answer.text();
      // S3 begins some answers before it knows how they end.
      if (/<Error[\s>]/.test(text))
        throw new S3Errors.ServerError(500, tagOf(text, "Code") ?? "UnknownError", tagOf(text, "Message") ?? "");
      return text;
    });
  }

  /** Repeats a request that failed for a reason that may pass. */
  async #insist<T>(key: string, request: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await request();
      } catch (error) {
        if (attempt >= this.#attempts || !isTransient(error)) throw this.plain(error, key);
        await pause(this.#firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
      }
    }
  }
}

async function fill(source: FileHandle, target: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < target.length; ) {
    const { bytesRead } = await source.read(target, done, target.length - done, offset + done);
    if (bytesRead === 0) throw new StorageError("The file was changed while it was copied.");
    done += bytesRead;
  }
}

const tagOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(/&(quot|apos|lt|gt|amp|#34|#39);/g, (_, entity: string) => entities[entity] ?? "");

const entities: Record<string, string> = { quot: '"', apos: "'", lt: "<", gt: ">", amp: "&", "#34": '"', "#39": "'" };

const escapeXml = (text: string): string => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
