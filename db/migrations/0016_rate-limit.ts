import { type Kysely, sql } from "kysely";
import { dialectOf } from "../dialect.ts";

/**
 * Rate limits that several instances on PostgreSQL count together: `taken` is a JSON list of times and `ends_at` a time, in milliseconds
 * since 1970 by the database's clock. Unlogged there: counting never waits for the disk, and starts anew after a crash.
 */
export async function up(db: Kysely<any>): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  await db.schema
    .createTable("rate_limit")
    .$call((table) => (isPostgres ? table.modifyFront(sql`unlogged`) : table))
    .addColumn("key", "text", (column) => column.notNull().primaryKey())
    .addColumn("taken", "text", (column) => column.notNull())
    .addColumn("is_refused", "integer", (column) => column.notNull())
    .addColumn("ends_at", isPostgres ? "bigint" : "integer", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("rate_limit_by_end").on("rate_limit").column("ends_at").execute();
}
