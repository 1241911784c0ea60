import { type AnyDb, dialectOf } from "../dialect.ts";

/** Leads are given to somebody in bulk too, and Undo gives each back to its owner before. */
export async function up(db: AnyDb): Promise<void> {
  const reference = dialectOf(db) === "postgres" ? "bigint" : "integer";
  await db.schema.alterTable("bulk_change_entry").addColumn("owner_id", reference).execute();
}
