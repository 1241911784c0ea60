/** Image processing jobs, which take a core and much memory. */
export type ImageJob =
  /** An upload as it is stored; facts: width and height. */
  | { kind: "keep" }
  /** A stored image in one of the offered sizes. */
  | { kind: "resize"; width: number; format: "avif" | "webp" }
  /** A picture for sharing, of the pictures `built` and `drawn` as far as there are. */
  | { kind: "card"; card: unknown; tagline: string; has: ("built" | "drawn")[] };

export interface ImageReply {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Works on pictures, one at a time, in a process of its own (process/images/image-process.ts). */
export interface Images {
  /** @throws AppError `invalid` or `too_large` because of the picture, `unavailable` because of the machine */
  run(job: ImageJob, pictures: Uint8Array[]): Promise<ImageReply>;
  close(): Promise<void>;
}
