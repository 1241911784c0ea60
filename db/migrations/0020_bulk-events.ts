import { type Kysely, sql } from "kysely";
import { dialectOf } from "../dialect.ts";

/** A change of many leads is one line of what was done: the events that it leaves with the leads are passed over there. */
export async function up(db: Kysely<any>): Promise<void> {
  const reference = dialectOf(db) === "postgres" ? "bigint" : "integer";
  await db.schema.alterTable("quote_event").addColumn("bulk_change_id", reference).execute();
  await db.schema.dropIndex("quote_event_by_time").execute();
  await db.schema
    .createIndex("quote_event_by_time")
    .on("quote_event")
    .columns(["created_at", "id"])
    .where(sql.ref("bulk_change_id"), "is", null)
    .execute();
}
