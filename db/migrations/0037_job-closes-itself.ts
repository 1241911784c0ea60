import type { AnyDb } from "../dialect.ts";

/** Whether an opening is closed by itself after its closing date (0 or 1). */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .alterTable("job")
    .addColumn("closes_itself", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
}
