import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "#app/platform/deps.ts";
import type { ImageJob, ImageReply } from "#app/platform/images.ts";
import { AppError } from "#app/shared/app-error.ts";
import { variantWidths } from "#app/shared/image-address.ts";
import { isDatabaseAway } from "#db/failures.ts";
import {
  claimImageWork,
  findLightUpload,
  findMissingVariant,
  findUpload,
  findVariant,
  type ImageFormat,
  insertUpload,
  insertVariant,
  releaseImageWork,
} from "./upload.repository.server.ts";

// One picture is worked on at a time: it takes a core and up to 250 MB, and two cores serve everything else.
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
function inTurn<T>(deps: Pick<Deps, "db" | "now">, work: () => Promise<T>): Promise<T> {
  waiting++;
  const turn = queue.then(() => aloneOnSite(deps, work)).finally(() => waiting--);
  queue = turn.catch(() => {});
  return turn;
}

const holder = randomUUID();
const claimMs = 90_000;
const claimEveryMs = 100;

/** Several processes may serve one site: a lock lets one at a time work. The lock of a dead one expires. */
async function aloneOnSite<T>({ db, now }: Pick<Deps, "db" | "now">, work: () => Promise<T>): Promise<T> {
  const begunMs = performance.now();
  while (!(await claimImageWork(db, holder, { now: now(), until: new Date(now().getTime() + claimMs) }))) {
    if (performance.now() - begunMs > claimMs)
      throw new AppError("unavailable", "Other pictures are being worked on. Try again in a minute.", {
        retryAfterSeconds: 60,
      });
    await pause(claimEveryMs);
  }
  return work().finally(() => releaseImageWork(db, holder));
}

/** Has a picture made, when its turn comes. @throws AppError `invalid`, `too_large`, `unavailable` */
export function workOnPictures(
  deps: Pick<Deps, "db" | "now" | "images">,
  job: ImageJob,
  pictures: Uint8Array[],
): Promise<ImageReply> {
  return inTurn(deps, () => deps.images.run(job, pictures));
}

/**
 * Keeps an uploaded image as a fresh WebP without the original's metadata, upright, of at most 8 megapixels, and gives back its address.
 * Trusts the content, never the name or the type it came with.
 * @throws AppError `invalid` if it is no PNG, JPEG, WebP, AVIF or GIF, `too_large` above 40 megapixels or 16,383 pixels on a side, or
 * when it takes more memory or time to read than one image may
 */
export async function keepImage(deps: Pick<Deps, "db" | "now" | "images">, original: Uint8Array): Promise<string> {
  const { bytes, width, height } = await workOnPictures(deps, { kind: "keep" }, [original]);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  await insertUpload(deps.db, { hash, mime: "image/webp", bytes, width, height, createdAt: deps.now().toISOString() });
  return `/uploads/${hash}.webp`;
}

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

/** What making a size needs. */
type MakingDeps = Pick<Deps, "db" | "now" | "images">;

/** The image in one of the offered widths and formats: made once, kept in the database. @throws AppError `not_found` */
export async function readVariant(
  deps: MakingDeps,
  hash: string,
  width: number,
  format: ImageFormat,
): Promise<ServedImage> {
  const mime = `image/${format}`;
  if (!(variantWidths as readonly number[]).includes(width)) throw new AppError("not_found", "There is no such size.");
  const kept = await findVariant(deps.db, hash, width, format);
  if (kept) return { bytes: kept, mime };
  const standIn = waiting > 0 ? await findStandIn(deps.db, hash, width) : undefined;
  if (standIn) return standIn;
  try {
    return { bytes: await makeInTurn(deps, hash, width, format), mime };
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    // It takes no writes, so no size can be kept; the picture itself can be read still.
    return { ...(await readImage(deps, hash)), isStandIn: true };
  }
}

/** While others wait for theirs, a light original is shown in place of a size that is not made yet: the first visitor of a page with many pictures waits for none. */
const standInBytes = 160 * 1024;

async function findStandIn(db: Deps["db"], hash: string, width: number): Promise<ServedImage | undefined> {
  const upload = await findLightUpload(db, hash, { width, mostBytes: standInBytes });
  return upload && { bytes: upload.bytes, mime: upload.mime, isStandIn: true };
}

function makeInTurn(deps: MakingDeps, hash: string, width: number, format: ImageFormat): Promise<Uint8Array> {
  return inTurn(
    deps,
    async () => (await findVariant(deps.db, hash, width, format)) ?? makeVariant(deps, hash, width, format),
  );
}

async function makeVariant(
  { db, images }: MakingDeps,
  hash: string,
  width: number,
  format: ImageFormat,
): Promise<Uint8Array> {
  const upload = await findUpload(db, hash);
  if (!upload) throw new AppError("not_found", "There is no such image.");
  if (upload.width < width && upload.mime === `image/${format}`) return upload.bytes;
  const { bytes } = await images.run({ kind: "resize", width, format }, [upload.bytes]);
  await insertVariant(db, { hash, width, format, bytes });
  return bytes;
}

/** Images that could not be made smaller: they are not tried again by themselves until the next start. */
const unmakeable = new Set<string>();

/**
 * Makes one size of an image that nobody has asked for yet, so that its first visitor finds it made. Does nothing while somebody waits for one.
 * @returns whether there may be more to do
 */
export async function makeOneAhead(deps: MakingDeps): Promise<boolean> {
  if (waiting > 0) return true;
  const missing = await findMissingVariant(deps.db, [...variantWidths], ["avif", "webp"], [...unmakeable]);
  if (!missing) return false;
  await makeInTurn(deps, missing.hash, missing.width, missing.format).catch((error: unknown) => {
    unmakeable.add(missing.hash);
    throw error;
  });
  return true;
}
