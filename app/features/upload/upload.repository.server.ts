import { sql } from "kysely";
import { dialectOf } from "#db/dialect.ts";
import type { Db, Row } from "#db/schema.ts";

export type ImageFormat = Row<"uploadVariant">["format"];

export interface ImageSize {
  width: number;
  height: number;
}

/**
 * Stores an image under its hash; the same image twice is one row, as new as the second upload, so that it is not erased
 * as unused before it is saved in an entry. An existing row keeps its bytes where they are.
 * @returns the object of the row as it is now
 */
export async function insertUpload(db: Db, row: NewUpload): Promise<{ objectKey: string | null }> {
  return db
    .insertInto("upload")
    .values(row)
    .onConflict((conflict) => conflict.column("hash").doUpdateSet({ createdAt: row.createdAt }))
    .returning("objectKey")
    .executeTakeFirstOrThrow();
}

/** Without `objectKey`, the bytes are in the row. */
export type NewUpload = Omit<Row<"upload">, Optional> & Partial<Pick<Row<"upload">, Optional>>;
type Optional = "objectKey" | "objectSize" | "isAnimated";

/** Which of the images are already stored. */
export async function keptHashes(db: Db, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db.selectFrom("upload").select("hash").where("hash", "in", hashes).execute();
  return new Set(rows.map((row) => row.hash));
}

export function findUpload(db: Db, hash: string): Promise<Row<"upload"> | undefined> {
  return db.selectFrom("upload").selectAll().where("hash", "=", hash).executeTakeFirst();
}

/** The stored image itself, if it is at least `width` wide and has at most `maxBytes`. */
export function findLightUpload(
  db: Db,
  hash: string,
  { width, maxBytes }: { width: number; maxBytes: number },
): Promise<Row<"upload"> | undefined> {
  return db
    .selectFrom("upload")
    .selectAll()
    .where("hash", "=", hash)
    .where("width", ">=", width)
    .where(sql<number>`coalesce(object_size, octet_length(bytes))`, "<=", maxBytes)
    .executeTakeFirst();
}

export async function findVariant(
  db: Db,
  hash: string,
  width: number,
  format: ImageFormat,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom("uploadVariant")
    .select("bytes")
    .where("hash", "=", hash)
    .where("width", "=", width)
    .where("format", "=", format)
    .executeTakeFirst();
  return row?.bytes;
}

/** Notes that a picture is a part of others. */
export async function insertCrop(db: Db, hash: string, originals: string[]): Promise<void> {
  await db
    .insertInto("pictureCrop")
    .values(originals.map((whole) => ({ hash, whole })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertVariant(db: Db, row: Row<"uploadVariant">): Promise<void> {
  await db
    .insertInto("uploadVariant")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface ImageInfo extends ImageSize {
  isAnimated?: true;
}

/** What pages need of the uploads among the addresses: the space to reserve, and whether they move. */
export async function imageInfos(db: Db, addresses: string[]): Promise<Map<string, ImageInfo>> {
  const byHash = new Map(
    addresses.map((address) => [uploadHash(address), address] as const).filter(([hash]) => hash !== undefined),
  );
  const hashes = [...byHash.keys()] as string[];
  if (hashes.length === 0) return new Map();
  // By default SQLite picks the unique index and then reads past the image data to get the rest.
  const uploadBy = (index: string) => sql.raw(dialectOf(db) === "sqlite" ? `upload indexed by ${index}` : "upload");
  const { rows } = await sql<ImageSize & { hash: string }>`
    select hash, width, height from ${uploadBy("upload_size")} where hash in (${sql.join(hashes)})`.execute(db);
  const animated = await sql<{ hash: string }>`
    select hash from ${uploadBy("upload_animated")} where hash in (${sql.join(hashes)}) and is_animated = 1`.execute(
    db,
  );
  const moving = new Set(animated.rows.map(({ hash }) => hash));
  return new Map(
    rows.map(({ hash, width, height }) => [
      byHash.get(hash) ?? "",
      { width, height, ...(moving.has(hash) && { isAnimated: true }) },
    ]),
  );
}

function uploadHash(address: string): string | undefined {
  return /^\/uploads\/([0-9a-f]{32})\.[a-z]+$/.exec(address)?.[1];
}

/**
 * An offered size of an image that has not been generated yet, `but` not of these images. The smallest one that an image
 * does not fill has all of it; in the format of the image, WebP, that is the image itself.
 */
export async function findMissingVariant(
  db: Db,
  widths: number[],
  formats: ImageFormat[],
  but: string[] = [],
): Promise<{ hash: string; width: number; format: ImageFormat } | undefined> {
  for (const [at, width] of widths.entries())
    for (const format of formats) {
      const row = await db
        .selectFrom("upload")
        .select("hash")
        .where("width", at === 0 ? ">=" : ">", widths[at - 1] ?? width)
        .$if(format === "webp", (query) => query.where("width", ">=", width))
        .$if(but.length > 0, (query) => query.where("hash", "not in", but))
        .where(({ not, exists, selectFrom, ref }) =>
          not(
            exists(
              selectFrom("uploadVariant")
                .select("uploadVariant.hash")
                .where("uploadVariant.width", "=", width)
                .where("format", "=", format)
                .where("uploadVariant.hash", "=", ref("upload.hash")),
            ),
          ),
        )
        .limit(1)
        .executeTakeFirst();
      if (row) return { hash: row.hash, width, format };
    }
  return undefined;
}

const imageWork = "image work";

/**
 * Claims the image processing lock, or another `work`, for this process, unless another one holds it. A claim that ends
 * later than the next one would was set by a clock that was ahead. SQLite has only one process.
 */
export async function claimImageWork(
  db: Db,
  holder: string,
  { now, until }: { now: Date; until: Date },
  work: "image work" | "picture move" = imageWork,
): Promise<boolean> {
  if (dialectOf(db) === "sqlite") return true;
  const horizon = new Date(2 * until.getTime() - now.getTime()).toISOString();
  await db
    .insertInto("setting")
    .values({ name: work, value: "" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numUpdatedRows } = await db
    .updateTable("setting")
    .set({ value: `${until.toISOString()} ${holder}` })
    .where("name", "=", work)
    .where((eb) => eb.or([eb("value", "<", now.toISOString()), eb("value", ">", horizon)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseImageWork(
  db: Db,
  holder: string,
  work: "image work" | "picture move" = imageWork,
): Promise<void> {
  if (dialectOf(db) === "sqlite") return;
  await db
    .updateTable("setting")
    .set({ value: "" })
    .where("name", "=", work)
    .where("value", "like", `%${holder}`)
    .execute();
}
