import { sql } from "kysely";
import type { AnyDb } from "../dialect.ts";

/**
 * Pictures can be kept in a bucket. `upload.object_key` names the object that holds a picture's bytes; then `bytes` is
 * empty, since making it nullable would copy every picture on SQLite. Builds that do not know the columns write null, and
 * run beside this one as long as no bucket is set.
 */
export async function up(db: AnyDb): Promise<void> {
  await db.schema.alterTable("upload").addColumn("object_key", "text").execute();
  await db.schema.alterTable("upload").addColumn("object_size", "integer").execute();
  await db.schema.createIndex("upload_by_object").on("upload").columns(["object_key", "hash"]).execute();
  // In the place of upload_listed, which only the builds before this one name in their statements, and only on SQLite,
  // where they never run beside it.
  await db.schema.dropIndex("upload_listed").execute();
  await sql`create index upload_by_age on upload
    (created_at, hash, width, height, coalesce(object_size, octet_length(bytes)))`.execute(db);
  await db.schema
    .createTable("bucket_folder")
    .addColumn("purpose", "text", (column) => column.notNull().primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("unused_object")
    .addColumn("key", "text", (column) => column.notNull().primaryKey())
    .addColumn("delete_after", "text", (column) => column.notNull())
    .addColumn("is_deleting", "integer", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("unused_object_by_time").on("unused_object").column("delete_after").execute();
}
