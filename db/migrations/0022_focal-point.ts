import type { Kysely } from "kysely";

/** Focal points of pictures, such as "30% 40%"; empty where none is set. */
export async function up(db: Kysely<any>): Promise<void> {
  const columns = [
    ["project", "project_image_focus"],
    ["project_detail", "img_focus"],
    ["review", "profile_image_focus"],
    ["team_member", "photo_focus"],
  ] as const;
  for (const [table, column] of columns)
    await db.schema
      .alterTable(table)
      .addColumn(column, "text", (focus) => focus.notNull().defaultTo(""))
      .execute();
}
