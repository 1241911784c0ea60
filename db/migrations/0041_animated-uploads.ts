import { sql } from "kysely";
import type { AnyDb } from "../dialect.ts";

/**
 * Whether an upload is animated, which pages need to offer a pause. Of those in a bucket, whose header is not here, it
 * is unknown: they count as still. The copies as AVIF hold the first frame, for visitors who prefer reduced motion: what
 * 0036 left of animated ones is made again.
 */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .alterTable("upload")
    .addColumn("is_animated", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  // Beside the pictures' bytes, which a look-up must not read.
  await sql`create index upload_animated on upload (hash) where is_animated = 1`.execute(db);
  const { rows } = await sql<{ hash: string; header: Uint8Array }>`
    select hash, substr(bytes, 1, 21) as header from upload`.execute(db);
  const hashes = rows.filter(({ header }) => isAnimated(header)).map(({ hash }) => hash);
  for (let from = 0; from < hashes.length; from += 500) {
    const some = hashes.slice(from, from + 500);
    await db.updateTable("upload").set({ is_animated: 1 }).where("hash", "in", some).execute();
    await db.deleteFrom("upload_variant").where("format", "=", "avif").where("hash", "in", some).execute();
  }
}

/** The second bit of a VP8X chunk's flags: https://developers.google.com/speed/webp/docs/riff_container */
const isAnimated = (header: Uint8Array): boolean =>
  Buffer.from(header).toString("latin1", 12, 16) === "VP8X" && ((header[20] ?? 0) & 2) !== 0;
