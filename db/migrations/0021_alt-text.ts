import type { Kysely } from "kysely";

/** Alternative texts of pictures: null where none is stated, empty for a decorative picture. */
export async function up(db: Kysely<any>): Promise<void> {
  const columns = [
    ["project", "project_image_alt"],
    ["project", "sketch_image_alt"],
    ["project_detail", "img_alt"],
    ["review", "profile_image_alt"],
    ["team_member", "photo_alt"],
  ] as const;
  for (const [table, column] of columns) await db.schema.alterTable(table).addColumn(column, "text").execute();
}
