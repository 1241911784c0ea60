import { createHash } from "node:crypto";
import { AppError } from "#app/shared/app-error.ts";

/** The bucket that keeps the pictures' bytes (app/platform/images/picture-bucket.server.ts). Keys are below its prefix. */
export interface PictureBucket {
  /** Whether new pictures are stored here, and the others moved here; otherwise they are moved to the database. */
  isHome: boolean;
  /** @throws BucketUnavailable */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns nothing if there is no such object @throws BucketUnavailable */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Also succeeds if there is no such object. @throws BucketUnavailable */
  remove(key: string): Promise<void>;
  /** Asks it, so that trouble is known, and known to be over, without visitors. Never throws. */
  check(): Promise<void>;
  /** What its last operations failed with, for an operator. */
  trouble(): BucketTrouble;
}

/** Each until an operation of its kind succeeds. */
export interface BucketTrouble {
  reading?: string;
  writing?: string;
}

/** The bucket cannot be reached or refuses; the cause says what an operator can do. */
export class BucketUnavailable extends AppError {
  constructor(cause: unknown) {
    super("unavailable", "The storage for pictures cannot be reached just now. Try again in a minute.", {
      retryAfterSeconds: 60,
      cause,
    });
    this.name = "BucketUnavailable";
  }
}

/** Whether these bytes are the picture with this hash: the first 32 hex digits of its SHA-256. */
export const isPicture = (hash: string, bytes: Uint8Array): boolean =>
  createHash("sha256").update(bytes).digest("hex").startsWith(hash);
