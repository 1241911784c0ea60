import type { AnyDb } from "../dialect.ts";

/** A notice to several addresses may be taken for some of them only: it is sent again to the others. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("taken_by", "text").execute();
}
