import { type Kysely, sql } from "kysely";

/** The list of pictures and the places that show them, without reading a picture or a whole table. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create index upload_listed on upload (created_at, hash, width, height, octet_length(bytes))`.execute(db);
  const columns = [
    ["project", "project_image"],
    ["project", "drawn_image"],
    ["project", "sketch_image"],
    ["project_detail", "img"],
    ["review", "profile_image"],
    ["team_member", "photo"],
    ["user", "profile_image"],
  ] as const;
  for (const [table, column] of columns)
    await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
}
