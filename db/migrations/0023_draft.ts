import { sql } from "kysely";
import { type AnyDb, dialectOf, withId } from "../dialect.ts";

/** Edits that are kept until they are published, now or at a time of their own; one for each entry. */
export async function up(db: AnyDb): Promise<void> {
  const dialect = dialectOf(db);
  const reference = dialect === "postgres" ? "bigint" : "integer";
  await withId(db.schema.createTable("draft"), dialect)
    .addColumn("noun", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("changes", "text", (column) => column.notNull())
    .addColumn("base", "text", (column) => column.notNull())
    .addColumn("base_version", "integer", (column) => column.notNull())
    .addColumn("shape", "integer", (column) => column.notNull())
    .addColumn("user_id", reference)
    .addColumn("publish_at", "text")
    .addColumn("scheduled_by", reference)
    .addColumn("failure", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("discarded_at", "text")
    .addUniqueConstraint("draft_of_entry", ["noun", "slug"])
    .execute();
  await db.schema
    .createIndex("draft_by_time")
    .on("draft")
    .columns(["publish_at", "id"])
    .where(sql.ref("publish_at"), "is not", null)
    .execute();
  await db.schema.createIndex("draft_by_age").on("draft").columns(["updated_at", "id"]).execute();
}
