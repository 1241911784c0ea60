import { type Kysely, sql } from "kysely";

/** Suspected spam stands among the other messages: the whole inbox, and one source of it, newest first. */
export async function up(db: Kysely<any>): Promise<void> {
  const list = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on("quote").columns(columns).where(sql.ref("deleted_at"), "is", null);
  await list("quote_inbox", "id").execute();
  await list("quote_inbox_by_source", "source", "id").execute();
  await db.schema.dropIndex("quote_by_source").execute();
}
