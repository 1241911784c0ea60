import type { Db, Row } from "#db/schema.ts";

export type ImageFormat = Row<"uploadVariant">["format"];

export interface ImageSize {
  width: number;
  height: number;
}

/** Keeps an image under its hash; the same image twice is one row. */
export async function insertUpload(db: Db, row: Row<"upload">): Promise<void> {
  await db
    .insertInto("upload")
    .values(row)
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
}

/** Which of the images are kept already. */
export async function keptHashes(db: Db, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db.selectFrom("upload").select("hash").where("hash", "in", hashes).execute();
  return new Set(rows.map((row) => row.hash));
}

export function findUpload(db: Db, hash: string): Promise<Row<"upload"> | undefined> {
  return db.selectFrom("upload").selectAll().where("hash", "=", hash).executeTakeFirst();
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

export async function insertVariant(db: Db, row: Row<"uploadVariant">): Promise<void> {
  await db
    .insertInto("uploadVariant")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The sizes of the uploads among the addresses: what a page needs to hold their place. */
export async function imageInfos(db: Db, addresses: string[]): Promise<Map<string, ImageSize>> {
  const byHash = new Map(
    addresses.map((address) => [uploadHash(address), address] as const).filter(([hash]) => hash !== undefined),
  );
  const hashes = [...byHash.keys()] as string[];
  if (hashes.length === 0) return new Map();
  const rows = await db.selectFrom("upload").select(["hash", "width", "height"]).where("hash", "in", hashes).execute();
  return new Map(rows.map(({ hash, width, height }) => [byHash.get(hash) ?? "", { width, height }]));
}

function uploadHash(address: string): string | undefined {
  return /^\/uploads\/([0-9a-f]{32})\.[a-z]+$/.exec(address)?.[1];
}

/** A size that an image is offered in and that is not made yet. */
export async function findMissingVariant(
  db: Db,
  widths: number[],
  formats: ImageFormat[],
): Promise<{ hash: string; width: number; format: ImageFormat } | undefined> {
  for (const width of widths)
    for (const format of formats) {
      const made = db
        .selectFrom("uploadVariant")
        .select("hash")
        .where("width", "=", width)
        .where("format", "=", format);
      const row = await db
        .selectFrom("upload")
        .select("hash")
        .where("width", ">=", width)
        .where("hash", "not in", made)
        .limit(1)
        .executeTakeFirst();
      if (row) return { hash: row.hash, width, format };
    }
  return undefined;
}
