import type { CropArea } from "#app/shared/crop.ts";

/** Image processing jobs, which keep one core busy and use much memory. */
export type ImageJob =
  /** Converts an upload to the form it is stored in; facts: width and height. */
  | { kind: "keep" }
  /** Resizes a stored image to one of the offered sizes. */
  | { kind: "resize"; width: number; format: "avif" | "webp" }
  /** Cuts a part out of a stored image, in fractions of its width and height. */
  | { kind: "crop"; area: CropArea }
  /** Renders a share card; `has` names the pictures that exist, in order. */
  | { kind: "card"; card: unknown; tagline: string; has: ("built" | "drawn" | "logo")[] }
  /** Renders the site's icon, from its logo if there is one. */
  | { kind: "icon"; icon: unknown };

export interface ImageReply {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Processes images, one at a time, in a separate process (process/images/image-process.ts). */
export interface Images {
  /** @throws AppError `invalid` or `too_large` if the picture is at fault, `unavailable` if the machine is */
  run(job: ImageJob, pictures: Uint8Array[]): Promise<ImageReply>;
  close(): Promise<void>;
}
