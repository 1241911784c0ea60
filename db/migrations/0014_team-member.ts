import { sql } from "kysely";
import { type AnyDb, dialectOf, withId } from "../dialect.ts";

/** The people that the about page shows. */
export async function up(db: AnyDb): Promise<void> {
  await withId(db.schema.createTable("team_member"), dialectOf(db))
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("published", "integer", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("deleted_at", "text")
    .addColumn("full_name", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("photo", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("team_member_by_position").on("team_member").columns(["position", "id"]).execute();
  await db.schema
    .createIndex("team_member_trash")
    .on("team_member")
    .column("deleted_at")
    .where(sql.ref("deleted_at"), "is not", null)
    .execute();
}
