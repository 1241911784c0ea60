import type { AnyDb } from "../dialect.ts";

/**
 * The sections of the built-in projects alternate, where no editor has saved them (version 1): of two in a pair, both
 * pictures were on one line.
 */
export async function up(db: AnyDb): Promise<void> {
  const untouched = db.selectFrom("project").select("id").where("version", "=", 1).where("is_sample", "=", 1);
  await db
    .updateTable("project_detail")
    .set({ layout: "side" })
    .where("layout", "=", "pair")
    .where("project_id", "in", untouched)
    .execute();
}
