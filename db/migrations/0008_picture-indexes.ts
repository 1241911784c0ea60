import type { AnyDb } from "../dialect.ts";

/**
 * What is asked about pictures is answered without their bytes. SQLite keeps `width` behind the picture in the row, so that
 * without these indexes every page of every picture is read to compare it.
 */
export async function up(db: AnyDb): Promise<void> {
  await db.schema.createIndex("upload_by_width").on("upload").columns(["width", "hash"]).execute();
  await db.schema.createIndex("upload_size").on("upload").columns(["hash", "width", "height"]).execute();
}
