import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Db, Deps } from "#app/platform/deps.ts";
import { originalsOf } from "#app/platform/images/erased-images.repository.server.ts";
import type { ImageJob, ImageReply } from "#app/platform/images/images.ts";
import { BucketUnavailable } from "#app/platform/images/picture-bucket.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import { hashOfUpload, variantWidths } from "#app/shared/image-address.ts";
import { isDatabaseUnavailable } from "#db/failures.ts";
import type { CropInput } from "./picture.contract.ts";
import { hasPicture, namePicture, pictureNames } from "./picture.repository.server.ts";
import { readPictureBytes, storePicture } from "./picture-object.service.server.ts";
import {
  claimImageWork,
  findLightUpload,
  findMissingVariant,
  findUpload,
  findVariant,
  type ImageFormat,
  insertCrop,
  insertVariant,
  releaseImageWork,
} from "./upload.repository.server.ts";

// Only one picture is processed at a time: it takes a core and up to 250 MB, and two cores serve everything else.
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
function runSequentially<T>(deps: Pick<Deps, "db" | "now">, work: () => Promise<T>): Promise<T> {
  waiting++;
  const turn = queue.then(() => aloneOnSite(deps, work)).finally(() => waiting--);
  queue = turn.catch(() => {});
  return turn;
}

const holder = randomUUID();
const claimMs = 90_000;
const claimEveryMs = 100;

/**
 * Several processes may serve one site: a lock lets one at a time process images. The lock of a dead process expires.
 */
async function aloneOnSite<T>({ db, now }: Pick<Deps, "db" | "now">, work: () => Promise<T>): Promise<T> {
  const begunMs = performance.now();
  while (!(await claimImageWork(db, holder, { now: now(), until: new Date(now().getTime() + claimMs) }))) {
    if (performance.now() - begunMs > claimMs)
      throw new AppError("unavailable", "Other images are being processed. Try again in a minute.", {
        retryAfterSeconds: 60,
      });
    await pause(claimEveryMs);
  }
  return work().finally(() => releaseImageWork(db, holder));
}

/** Queues an image job and waits for its result. @throws AppError `invalid`, `too_large`, `unavailable` */
export function workOnPictures(
  deps: Pick<Deps, "db" | "now" | "images">,
  job: ImageJob,
  pictures: Uint8Array[],
): Promise<ImageReply> {
  return runSequentially(deps, () => deps.images.run(job, pictures));
}

/**
 * Stores an uploaded image re-encoded as WebP, upright, without the original's metadata, at most 8 megapixels. Trusts
 * the content, never the file name or declared type. `name`: the cleaned file name, which is only shown.
 * @returns its address
 * @throws AppError `invalid` if it is not a PNG, JPEG, WebP, AVIF or GIF, `too_large` above 40 megapixels or 16,383
 *   pixels on a side, or if reading it takes more memory or time than one image may, `unavailable` if it cannot be stored
 */
export async function storeUpload(
  deps: Pick<Deps, "db" | "now" | "images" | "pictureBucket">,
  original: Uint8Array,
  name?: string,
): Promise<string> {
  return storeImage(deps, await workOnPictures(deps, { kind: "keep" }, [original]), async (db, hash) => {
    if (name) await namePicture(db, hash, name);
  });
}

/**
 * Makes a picture of a part of a stored one, as an upload of its own: entries, history and drafts that show the whole
 * keep it.
 * @throws AppError `invalid` if the picture is not stored here, is animated, or the part is too small
 */
export async function cropImage(
  deps: Pick<Deps, "db" | "now" | "images" | "pictures" | "config" | "log" | "pictureBucket">,
  { url, ...area }: CropInput,
): Promise<{ url: string; width: number; height: number }> {
  const address = deps.pictures.get(url) ?? url;
  const { publicUrl, uploadBaseUrl } = deps.config;
  const isOurs = [publicUrl, uploadBaseUrl].some((base) => base !== "" && address.startsWith(`${base}/uploads/`));
  const hash = isOurs || address.startsWith("/uploads/") ? hashOfUpload(address) : undefined;
  const upload = hash && (await findUpload(deps.db, hash));
  if (!upload) throw notStored();
  const { bytes, width, height } = await workOnPictures(deps, { kind: "crop", area }, [
    await readPictureBytes(deps, upload),
  ]);
  const cropped = await storeImage(deps, { bytes, width, height }, async (db, crop) => {
    if (!(await hasPicture(db, upload.hash))) throw notStored();
    await insertCrop(db, crop, await originalsOf(db, upload.hash));
    const name = (await pictureNames(db, [upload.hash])).get(upload.hash);
    if (name) await namePicture(db, crop, name);
  });
  return { url: cropped, width, height };
}

const notStored = () =>
  refusedAt("url", "Only a picture that was uploaded to this site can be cropped. Upload it first.");

/** `record`: see `storePicture`. @returns its path, derived from its content */
async function storeImage(
  deps: Pick<Deps, "db" | "now" | "pictureBucket">,
  { bytes, width, height }: ImageReply,
  record?: (db: Db, hash: string) => Promise<void>,
): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  const isAnimated = isAnimatedWebp(bytes) ? 1 : 0;
  const picture = {
    hash,
    mime: "image/webp",
    bytes,
    width,
    height,
    isAnimated,
    createdAt: deps.now().toISOString(),
  } as const;
  await storePicture(deps, picture, record && ((db) => record(db, hash)));
  return `/uploads/${hash}.webp`;
}

/** The second bit of a VP8X chunk's flags: https://developers.google.com/speed/webp/docs/riff_container */
const isAnimatedWebp = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(12, 16)).toString("latin1") === "VP8X" && ((bytes[20] ?? 0) & 2) !== 0;

export interface ServedImage {
  bytes: Uint8Array;
  mime: string;
  /** Not the requested size, which will be available soon: must not be cached for long. */
  isStandIn?: true;
}

type Reading = Pick<Deps, "db" | "pictureBucket" | "log">;

/** The image as stored. @throws AppError `not_found`, `unavailable` */
export async function readImage(deps: Reading, hash: string): Promise<ServedImage> {
  const upload = await findUpload(deps.db, hash);
  if (!upload) throw new AppError("not_found", "There is no such image.");
  return { bytes: await readPictureBytes(deps, upload), mime: upload.mime };
}

/**
 * For drawing what can do without the image; nothing if it cannot be read.
 * @throws BucketUnavailable: it will be there again
 */
export async function readImageIfAny(deps: Reading, hash: string): Promise<ServedImage | undefined> {
  try {
    return await readImage(deps, hash);
  } catch (error) {
    if (error instanceof BucketUnavailable) throw error;
    return undefined;
  }
}

/** Dependencies for generating a size. */
type MakingDeps = Reading & Pick<Deps, "now" | "images">;

/**
 * The image in one of the offered widths and formats: generated once and stored in the database, also if the image
 * itself is kept in a bucket.
 * @throws AppError `not_found`, `unavailable`
 */
export async function readVariant(
  deps: MakingDeps,
  hash: string,
  width: number,
  format: ImageFormat,
): Promise<ServedImage> {
  if (!(variantWidths as readonly number[]).includes(width)) throw new AppError("not_found", "There is no such size.");
  const kept = await findVariant(deps.db, hash, width, format);
  if (kept) return { bytes: kept, mime: mimeOf(kept) };
  const standIn = waiting > 0 ? await findStandIn(deps, hash, width) : undefined;
  if (standIn) return standIn;
  try {
    const bytes = await generateInTurn(deps, hash, width, format);
    return { bytes, mime: mimeOf(bytes) };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    // The database is read-only, so no size can be stored; the original can still be served.
    return { ...(await readImage(deps, hash)), isStandIn: true };
  }
}

/** Copies of an animation are WebP also where AVIF was asked for. */
const mimeOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "RIFF" ? "image/webp" : "image/avif";

/**
 * While other jobs are queued, a small original substitutes for a size not generated yet: the first visitor to a page
 * with many pictures does not wait.
 */
const standInBytes = 160 * 1024;

async function findStandIn(deps: Reading, hash: string, width: number): Promise<ServedImage | undefined> {
  const upload = await findLightUpload(deps.db, hash, { width, maxBytes: standInBytes });
  return upload && { bytes: await readPictureBytes(deps, upload), mime: upload.mime, isStandIn: true };
}

function generateInTurn(deps: MakingDeps, hash: string, width: number, format: ImageFormat): Promise<Uint8Array> {
  return runSequentially(
    deps,
    async () => (await findVariant(deps.db, hash, width, format)) ?? makeVariant(deps, hash, width, format),
  );
}

async function makeVariant(deps: MakingDeps, hash: string, width: number, format: ImageFormat): Promise<Uint8Array> {
  const { db, images } = deps;
  const upload = await findUpload(db, hash);
  if (!upload) throw new AppError("not_found", "There is no such image.");
  const original = await readPictureBytes(deps, upload);
  if (upload.width < width && upload.mime === `image/${format}`) return original;
  const { bytes } = await images.run({ kind: "resize", width, format }, [original]);
  await insertVariant(db, { hash, width, format, bytes });
  return bytes;
}

/** Images for which generating a size failed: not retried automatically until the next start. */
const failedImages = new Set<string>();

/**
 * Generates one size of an image in advance, so that its first visitor does not wait. Does nothing while a visitor is
 * waiting for one. An image that cannot be processed is logged and passed over.
 * @returns whether there may be more to do
 * @throws what may keep other images from being processed too
 */
export async function pregenerateOne(deps: MakingDeps & Pick<Deps, "log">): Promise<boolean> {
  if (waiting > 0) return true;
  const missing = await findMissingVariant(deps.db, [...variantWidths], ["avif", "webp"], [...failedImages]);
  if (!missing) return false;
  await generateInTurn(deps, missing.hash, missing.width, missing.format).catch((error: unknown) => {
    const isPassing =
      error instanceof BucketUnavailable ||
      isDatabaseUnavailable(error) ||
      (error instanceof AppError && error.code === "unavailable");
    if (isPassing) throw error;
    failedImages.add(missing.hash);
    deps.log.warn("image variant not prepared", errorFacts(error));
  });
  return true;
}
