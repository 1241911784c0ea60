import type { Kysely } from "kysely";

/** Every saved state says in which shape of its noun it was kept (app/platform/history-shape.ts); all so far are of the first. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("change")
    .addColumn("shape", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}
