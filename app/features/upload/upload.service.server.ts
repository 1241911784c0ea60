import { createHash } from "node:crypto";
import type { Deps } from "#app/platform/deps.ts";
import { loadSharp } from "#app/platform/sharp.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { variantWidths } from "#app/shared/image-address.ts";
import { limits } from "#app/shared/limits.ts";
import {
  findLightUpload,
  findMissingVariant,
  findUpload,
  findVariant,
  type ImageFormat,
  insertUpload,
  insertVariant,
} from "./upload.repository.server.ts";

const readable = new Set(["png", "jpeg", "webp", "gif", "avif", "heif"]);

// One picture is coded at a time: it takes a core and up to 300 MB, and two cores serve everything else.
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  waiting++;
  const turn = queue.then(work, work).finally(() => waiting--);
  queue = turn.catch(() => {});
  return turn;
}

/**
 * Keeps an uploaded image as a fresh WebP without the original's metadata, upright, and gives back its address.
 * Trusts the content, never the name or the type it came with.
 * @throws AppError `invalid` if it is no PNG, JPEG, WebP, AVIF or GIF, `too_large` above 40 megapixels or 16,383 pixels on a side
 */
export async function keepImage(deps: Pick<Deps, "db" | "now">, original: Uint8Array): Promise<string> {
  const { bytes, width, height } = await inTurn(() => recode(original));
  return keepWebp(deps, bytes, { width, height });
}

/** Keeps a WebP of our own as it is: the built-in pictures, which are finished. */
export async function keepWebp(
  { db, now }: Pick<Deps, "db" | "now">,
  bytes: Uint8Array,
  size: { width: number; height: number },
): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  await insertUpload(db, { hash, mime: "image/webp", bytes, ...size, createdAt: now().toISOString() });
  return `/uploads/${hash}.webp`;
}

async function recode(original: Uint8Array): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  const { format, width, height, pages = 1, pageHeight = height } = await headerOf(original);
  if (width * height > limits.uploadPixels) throw tooManyPixels();
  if (Math.max(width, pageHeight) > longestSide) throw tooLong();
  try {
    const sharp = await loadSharp();
    const image = sharp(original, { animated: pages > 1, limitInputPixels: limits.uploadPixels, failOn: "error" });
    const lossless = format === "png" || format === "gif";
    const { data, info } = await image
      .autoOrient()
      .webp(lossless ? { nearLossless: true, quality: 90 } : { quality: 90, smartSubsample: true })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** What the five kinds begin with. Whatever else the image library could read (SVG, PDF …) it is not even given. */
function isOfferedKind(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  const starts = ["\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF87a", "GIF89a", "RIFF"];
  return starts.some((start) => beginning.startsWith(start)) || beginning.startsWith("ftyp", 4);
}

async function headerOf(original: Uint8Array) {
  if (!isOfferedKind(original)) throw unreadable();
  try {
    // All frames, one below the other: the first alone may be a dot on a huge canvas.
    const sharp = await loadSharp();
    const header = await sharp(original, { animated: true, limitInputPixels: limits.uploadPixels }).metadata();
    if (!readable.has(header.format ?? "")) throw unreadable();
    return header;
  } catch (cause) {
    if (/pixel limit/i.test((cause as Error).message)) throw tooManyPixels();
    throw cause instanceof AppError ? cause : unreadable(cause);
  }
}

const unreadable = (cause?: unknown) =>
  new AppError("invalid", "This file is not an image that can be read. Choose a PNG, JPEG, WebP, AVIF or GIF.", {
    errors: [{ field: "file", message: "Choose a PNG, JPEG, WebP, AVIF or GIF." }],
    cause,
  });

const tooManyPixels = () =>
  new AppError("too_large", "This image has more than 40 megapixels. Choose a smaller one.", {
    errors: [{ field: "file", message: "Choose an image of at most 40 megapixels." }],
  });

/** WebP's own limit. */
const longestSide = 16_383;

const tooLong = () =>
  new AppError("too_large", "This image is longer than 16,383 pixels on one side. Choose a smaller one.", {
    errors: [{ field: "file", message: "Choose an image of at most 16,383 pixels on each side." }],
  });

export interface ServedImage {
  bytes: Uint8Array;
  mime: string;
  /** Not the asked-for size, which will be there soon: not to be kept for long. */
  isStandIn?: true;
}

/** The image as it is kept. @throws AppError `not_found` */
export async function readImage({ db }: Pick<Deps, "db">, hash: string): Promise<ServedImage> {
  const upload = await findUpload(db, hash);
  if (!upload) throw new AppError("not_found", "There is no such image.");
  return { bytes: upload.bytes, mime: upload.mime };
}

/** The image in one of the offered widths and formats: made once, kept in the database. @throws AppError `not_found` */
export async function readVariant(
  { db }: Pick<Deps, "db">,
  hash: string,
  width: number,
  format: ImageFormat,
): Promise<ServedImage> {
  const mime = `image/${format}`;
  if (!(variantWidths as readonly number[]).includes(width)) throw new AppError("not_found", "There is no such size.");
  const kept = await findVariant(db, hash, width, format);
  if (kept) return { bytes: kept, mime };
  const standIn = waiting > 0 ? await findStandIn(db, hash, width) : undefined;
  return standIn ?? { bytes: await makeInTurn(db, hash, width, format), mime };
}

/** While others wait for theirs, a light original is shown in place of a size that is not made yet: the first visitor of a page with many pictures waits for none. */
const standInBytes = 160 * 1024;

async function findStandIn(db: Deps["db"], hash: string, width: number): Promise<ServedImage | undefined> {
  const upload = await findLightUpload(db, hash, { width, mostBytes: standInBytes });
  return upload && { bytes: upload.bytes, mime: upload.mime, isStandIn: true };
}

function makeInTurn(db: Deps["db"], hash: string, width: number, format: ImageFormat): Promise<Uint8Array> {
  return inTurn(async () => (await findVariant(db, hash, width, format)) ?? makeVariant(db, hash, width, format));
}

/** Who asks for more than there is gets what there is, in the format that was asked for. */
async function makeVariant(db: Deps["db"], hash: string, width: number, format: ImageFormat): Promise<Uint8Array> {
  const upload = await findUpload(db, hash);
  if (!upload) throw new AppError("not_found", "There is no such image.");
  if (upload.width < width && upload.mime === `image/${format}`) return upload.bytes;
  const sharp = await loadSharp();
  const resized = sharp(upload.bytes, { animated: format === "webp" }).resize({ width, withoutEnlargement: true });
  // AVIF at effort 2: five times faster than the default for a tenth more bytes (measured).
  const bytes = await (format === "avif"
    ? resized.avif({ quality: 50, effort: 2 })
    : resized.webp({ quality: 80 })
  ).toBuffer();
  await insertVariant(db, { hash, width, format, bytes });
  return bytes;
}

/**
 * Makes one size of an image that nobody has asked for yet, so that its first visitor finds it made. Does nothing while somebody waits for one.
 * @returns whether there may be more to do
 */
export async function makeOneAhead({ db }: Pick<Deps, "db">): Promise<boolean> {
  if (waiting > 0) return true;
  const missing = await findMissingVariant(db, [...variantWidths], ["avif", "webp"]);
  if (missing) await makeInTurn(db, missing.hash, missing.width, missing.format);
  return missing !== undefined;
}
