import { sql } from "kysely";
import { type AnyDb, dialectOf, withId } from "../dialect.ts";

/** Links with which a client looks at a draft, comments on it and approves it, and what they answered. */
export async function up(db: AnyDb): Promise<void> {
  const dialect = dialectOf(db);
  const reference = dialect === "postgres" ? "bigint" : "integer";
  await withId(db.schema.createTable("approval_link"), dialect)
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("noun", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("page", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull())
    .addColumn("is_required", "integer", (column) => column.notNull())
    .addColumn("created_by", reference)
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("ends_at", "text", (column) => column.notNull())
    .addColumn("revoked_at", "text")
    .execute();
  await db.schema.createIndex("approval_link_of_entry").on("approval_link").columns(["noun", "slug", "id"]).execute();
  await withId(db.schema.createTable("approval_note"), dialect)
    .addColumn("link_id", reference, (column) => column.notNull().references("approval_link.id").onDelete("cascade"))
    .addColumn("form_key", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("spot", "text")
    .addColumn("seen", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("done_at", "text")
    .addUniqueConstraint("approval_note_once", ["link_id", "form_key"])
    .execute();
  await db.schema
    .createIndex("approval_note_open")
    .on("approval_note")
    .column("id")
    .where(sql.ref("done_at"), "is", null)
    .execute();
}
