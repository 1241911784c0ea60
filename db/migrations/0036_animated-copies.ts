import { sql } from "kysely";
import type { AnyDb } from "../dialect.ts";

/**
 * Copies of animations that were made as AVIF hold one frame only: they are made again. Whether a picture is animated is
 * in the header of its WebP; of one in a bucket it is unknown here.
 */
export async function up(db: AnyDb): Promise<void> {
  const { rows } = await sql<{ hash: string; header: Uint8Array | null }>`
    select hash, substr(bytes, 1, 21) as header from upload
    where hash in (select hash from upload_variant where format = 'avif')`.execute(db);
  const hashes = rows.filter(({ header }) => isUnknown(header) || isAnimated(header)).map(({ hash }) => hash);
  for (let from = 0; from < hashes.length; from += 500)
    await db
      .deleteFrom("upload_variant")
      .where("format", "=", "avif")
      .where("hash", "in", hashes.slice(from, from + 500))
      .execute();
}

const isUnknown = (header: Uint8Array | null): header is null => header === null || header.length < 21;

/** The second bit of a VP8X chunk's flags: https://developers.google.com/speed/webp/docs/riff_container */
const isAnimated = (header: Uint8Array): boolean =>
  Buffer.from(header).toString("latin1", 12, 16) === "VP8X" && ((header[20] ?? 0) & 2) !== 0;
