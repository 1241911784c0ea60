import { type Kysely, sql } from "kysely";

/** Today asks for the next steps that are due. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex("quote_by_next_step")
    .on("quote")
    .columns(["next_step_on", "id"])
    .where(sql.ref("deleted_at"), "is", null)
    .where(sql.ref("next_step_on"), "is not", null)
    .execute();
}
