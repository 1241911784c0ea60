import sharp, { type Metadata, type Sharp, type WebpOptions } from "sharp";
import type { ImageReply } from "#app/platform/images/images.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import { type CropArea, minCropPixels } from "#app/shared/crop.ts";
import { limits } from "#app/shared/limits.ts";

// The image process's work on uploads (process/images/image-worker.ts): nothing else loads this module.

const readable = new Set(["png", "jpeg", "webp", "gif", "avif", "heif"]);

/**
 * Re-encodes an uploaded image as WebP, upright, without the original's metadata, at most 8 megapixels.
 * @throws AppError `invalid` if it is not a PNG, JPEG, WebP, AVIF or GIF, `too_large` above 40 megapixels or 16,383
 *   pixels on a side
 */
export async function keptForm(original: Uint8Array): Promise<ImageReply> {
  const header = await headerOf(original);
  const { format, width, height, pages = 1, pageHeight = height } = header;
  if (pages > 1) requireShort(header, pages, pageHeight);
  if (width * height > limits.uploadPixels) throw tooManyPixels();
  if (Math.max(width, pageHeight) > longestSide) throw tooLong();
  if (bytesToRead(header, width * height) > maxBytesToRead) throw tooHeavy();
  try {
    const image = sharp(original, { animated: pages > 1, limitInputPixels: limits.uploadPixels, failOn: "error" });
    const upright =
      (header.orientation ?? 1) > 4 ? { width: pageHeight, height: width } : { width, height: pageHeight };
    const size = keptSize(upright);
    const isLossless = format === "png" || format === "gif";
    const { data, info } = await fitted(image.autoOrient(), upright, size)
      .webp(pages > 1 ? animation : encoding(isLossless, size.width * size.height))
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
  } catch (cause) {
    throw isCutOff(original) ? cutOff(cause) : unreadable(cause);
  }
}

/**
 * An image in one of the offered sizes. If the original is smaller than requested, it keeps its size, in the requested
 * format. Of an animation the AVIF holds the first frame, for visitors who prefer reduced motion.
 */
export async function resized(
  picture: Uint8Array,
  { width, format }: { width: number; format: "avif" | "webp" },
): Promise<ImageReply> {
  const image = sharp(picture, { animated: format === "webp" }).resize({ width, withoutEnlargement: true });
  // AVIF at effort 2: five times faster than the default for a tenth more bytes (measured).
  const { pages = 1 } = await image.metadata();
  const { data, info } = await (format === "avif"
    ? image.avif({ quality: 50, effort: 2 })
    : image.webp({ quality: 80, ...(pages > 1 && { effort: 2 }) })
  ).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

/**
 * A part of a stored image.
 * @throws AppError `invalid` if it is animated, or if the part has less than 16 pixels on a side
 */
export async function cropped(picture: Uint8Array, { x, y, width, height }: CropArea): Promise<ImageReply> {
  const size = await sharp(picture).metadata();
  if ((size.pages ?? 1) > 1) throw cropRefused("An animated picture cannot be cropped. Choose a still one.");
  const left = Math.min(Math.round(x * size.width), size.width - 1);
  const top = Math.min(Math.round(y * size.height), size.height - 1);
  const area = {
    ...{ left, top },
    width: Math.min(Math.round(width * size.width), size.width - left),
    height: Math.min(Math.round(height * size.height), size.height - top),
  };
  if (Math.min(area.width, area.height) < minCropPixels)
    throw cropRefused(`The part to keep has to be at least ${minCropPixels} px wide and high. Make it larger.`);
  const { data, info } = await sharp(picture)
    .extract(area)
    .webp(encoding(false, area.width * area.height))
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

const cropRefused = (message: string) => refusedAt("width", message);

/**
 * Memory limit for formats that must be decoded as a whole; with the process itself and the output, it stays below 250
 * MiB.
 */
const maxBytesToRead = 100 * 2 ** 20;

/** Minimum memory used by the decoder of a format that cannot be read line by line. */
function bytesToRead({ format, isProgressive, chromaSubsampling, channels, depth }: Metadata, pixels: number): number {
  // The library reports AVIF as heif.
  if (format === "heif") return pixels * 13;
  if (!isProgressive) return 0;
  if (format === "jpeg") return pixels * (chromaSubsampling === "4:2:0" ? 3 : 6);
  return pixels * channels * (depth === "ushort" ? 2 : 1);
}

const tooHeavy = () =>
  refusedAt("file", "This image takes more memory to read than the site gives to one. Choose a smaller one.", {
    code: "too_large",
    advice: "Choose an AVIF of at most 8 megapixels, or save the image as a plain JPEG or PNG, not progressive.",
  });

/** A frame costs time of its own, however small it is; with both limits an animation takes a few seconds. */
const maxFrames = 500;
const maxAnimatedPixels = 20_000_000;

/** At effort 4 an animation of noise takes four times as long (measured). */
const animation: WebpOptions = { nearLossless: true, quality: 90, effort: 0 };

/** @throws AppError if an animation is turned, which the library cannot undo frame by frame, or too long */
function requireShort({ orientation = 1, width }: Metadata, pages: number, pageHeight: number): void {
  if (orientation > 1)
    throw refused("This animation is stored turned, which browsers show in different ways.", "Save it upright.");
  const pixels = pages * width * pageHeight;
  if (pages <= maxFrames && pixels <= maxAnimatedPixels) return;
  const what = `${pages.toLocaleString("en-GB")} frames of ${width} × ${pageHeight} pixels`;
  const most = `at most ${maxFrames} frames, and together 20 megapixels`;
  throw refusedAt("file", `This animation has ${what}; it may have ${most}.`, {
    code: "too_large",
    advice: `Save it with fewer frames or smaller: ${most}.`,
  });
}

interface Size {
  width: number;
  height: number;
}

/**
 * Four times what the widest screen shows. Encoding more takes more memory than a small machine has (measured: 40
 * megapixels, 1.1 GB).
 */
const keptPixels = 8_000_000;

function keptSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(keptPixels / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

const fitted = (image: Sharp, now: Size, kept: Size) =>
  kept.width < now.width ? image.resize({ ...kept, fit: "fill" }) : image;

/** The high-quality encodings take ten times as much memory per pixel, and fine lines occur in small pictures. */
const carefulPixels = 4_000_000;

function encoding(isLossless: boolean, pixels: number): WebpOptions {
  if (pixels > carefulPixels) return { quality: 90 };
  return isLossless ? { nearLossless: true, quality: 90 } : { quality: 90, smartSubsample: true };
}

/**
 * File signatures of the five accepted formats. Anything else the image library could read (SVG, PDF …) is never passed
 * to it.
 */
function isOfferedKind(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  const starts = ["\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF87a", "GIF89a", "RIFF"];
  return starts.some((start) => beginning.startsWith(start)) || beginning.startsWith("ftyp", 4);
}

/** Two formats that people often try and that are not accepted; each gets a message of its own. */
function refuseByName(bytes: Uint8Array): void {
  const beginning = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  // The brand of the file, and the brands that it is compatible with (ISO 14496-12, 4.3).
  const brands = beginning.startsWith("ftyp", 4) ? beginning.slice(8, Math.min(256, bytes[3] ?? 0)) : "";
  if (/hei[cmsx]|hev[cmsx]/.test(brands) && !brands.includes("avif")) throw heic();
  if (/^(?:\xef\xbb\xbf)?\s*(?:<\?xml|<!--|<!doctype svg|<svg)/i.test(beginning) && /<svg|doctype svg/i.test(beginning))
    throw svg();
}

async function headerOf(original: Uint8Array) {
  refuseByName(original);
  if (!isOfferedKind(original)) throw unreadable();
  if (isAnimatedPng(original)) throw animatedPng();
  try {
    // Checks all frames, stacked vertically: the first alone may be a dot on a huge canvas. The header is read without
    // a limit, so that a refusal can name what is in it.
    const header = await sharp(original, { animated: true, limitInputPixels: false }).metadata();
    if (!readable.has(header.format ?? "")) throw unreadable();
    return header;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw isCutOff(original) ? cutOff(cause) : unreadable(cause);
  }
}

const unreadable = (cause?: unknown) =>
  refused("This file is not an image that can be read.", "Choose a PNG, JPEG, WebP, AVIF or GIF.", cause);

const at = (bytes: Uint8Array, from: number, length: number): string =>
  Buffer.from(bytes.subarray(from, from + length)).toString("latin1");

/** The chunk acTL stands before the picture itself (PNG, third edition, 11.3.6). */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!at(bytes, 0, 4).endsWith("PNG")) return false;
  for (let from = 8; from + 8 <= view.length; from += 12 + view.readUInt32BE(from)) {
    const chunk = at(bytes, from + 4, 4);
    if (chunk === "acTL") return true;
    if (chunk === "IDAT") return false;
  }
  return false;
}

/** Whether the end of a file is missing, by the mark or the length that its format has for it. */
function isCutOff(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = view.toString("latin1", Math.max(0, view.length - 1024));
  if (at(bytes, 0, 2) === "\xff\xd8") return !end.includes("\xff\xd9");
  if (at(bytes, 0, 4).endsWith("PNG")) return !end.includes("IEND");
  if (at(bytes, 0, 3) === "GIF") return !end.replace(/\0+$/, "").endsWith(";");
  if (at(bytes, 0, 4) === "RIFF") return view.length < 12 || view.readUInt32LE(4) + 8 > view.length;
  // Boxes of ISO 14496-12: 0 means to the end of the file.
  let from = 0;
  while (from + 8 <= view.length && view.readUInt32BE(from) >= 8) from += view.readUInt32BE(from);
  return from > view.length;
}

const refused = (message: string, advice: string, cause?: unknown) =>
  refusedAt("file", `${message} ${advice}`, { advice, cause });

const animatedPng = () =>
  refused(
    "This is an animated PNG, of which only the first frame would remain.",
    "Save it as a GIF or an animated WebP.",
  );

const cutOff = (cause: unknown) =>
  refusedAt("file", "This file is cut off: its end is missing. Copy or download it again.", {
    advice: "Choose the whole file.",
    cause,
  });

const heic = () =>
  refused(
    "This is a HEIC photo, which most browsers cannot show.",
    "Export it as a JPEG; on an iPhone, Settings, Camera, Formats, Most Compatible makes it take JPEGs.",
  );

const svg = () =>
  refused("This is an SVG drawing, which may contain scripts and is not accepted.", "Export it as a PNG or WebP.");

const tooManyPixels = () =>
  refusedAt("file", "This image has more than 40 megapixels. Choose a smaller one.", {
    code: "too_large",
    advice: "Choose an image of at most 40 megapixels.",
  });

/** WebP's own limit. */
const longestSide = 16_383;

const tooLong = () =>
  refusedAt("file", "This image is longer than 16,383 pixels on one side. Choose a smaller one.", {
    code: "too_large",
    advice: "Choose an image of at most 16,383 pixels on each side.",
  });
