import type { Kysely } from "kysely";
import { dialectOf, withId } from "../dialect.ts";

/** One list of all that was done: what has no history of its own is kept in a table, and every history is read by its age. */
export async function up(db: Kysely<any>): Promise<void> {
  const dialect = dialectOf(db);
  const reference = dialect === "postgres" ? "bigint" : "integer";
  await withId(db.schema.createTable("activity"), dialect)
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("user_id", reference)
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("activity_by_subject").on("activity").column("subject").execute();
  for (const table of ["activity", "change", "quote_event"])
    await db.schema.createIndex(`${table}_by_time`).on(table).columns(["created_at", "id"]).execute();
  // What was undone stays in the list.
  await db.schema
    .alterTable("bulk_change")
    .addColumn("changed", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("bulk_change").addColumn("undone_at", "text").execute();
}
