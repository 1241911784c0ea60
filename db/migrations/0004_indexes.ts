import { type Kysely, sql } from "kysely";

/** What the trash shows and lets go of, and what is counted or swept by its age, without a look at every row. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["project", "project_detail", "job", "faq", "review"])
    await db.schema
      .createIndex(`${table}_trash`)
      .on(table)
      .column("deleted_at")
      .where(sql.ref("deleted_at"), "is not", null)
      .execute();
  for (const table of ["subscription", "session"])
    await db.schema.createIndex(`${table}_by_age`).on(table).column("created_at").execute();
}
