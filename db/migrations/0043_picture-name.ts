import type { AnyDb } from "../dialect.ts";

/**
 * The file names of uploaded pictures, by which editors know them. Apart from `upload`, where SQLite would read every
 * picture to reach a column stored after its bytes.
 */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("picture_name")
    .addColumn("hash", "text", (column) => column.notNull().primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .execute();
}
