import type { AnyDb } from "../dialect.ts";

/** Which pictures are crops of which, so that erasing one finds the whole picture and its other crops. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("picture_crop")
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("whole", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("picture_crop_key", ["hash", "whole"])
    .execute();
  await db.schema.createIndex("picture_crop_by_whole").on("picture_crop").column("whole").execute();
}
