import type { Kysely } from "kysely";

/** The day on which an opening closes, YYYY-MM-DD; empty for none. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("job")
    .addColumn("closes_on", "text", (c) => c.notNull().defaultTo(""))
    .execute();
}
