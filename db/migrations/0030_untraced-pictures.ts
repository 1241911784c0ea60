import type { AnyDb } from "../dialect.ts";

/**
 * Pictures of which nothing says whether they were cut from one another, since crops were noted only from 0029 on, and
 * which nothing shows: neither an entry, nor a saved version, nor a draft.
 */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("untraced_picture")
    .addColumn("hash", "text", (column) => column.primaryKey().references("upload.hash").onDelete("cascade"))
    .execute();
  const crops = db.selectFrom("picture_crop").select("hash");
  const uploads = await db.selectFrom("upload").select("hash").where("hash", "not in", crops).execute();
  const unshown = new Set<string>(uploads.map(({ hash }) => hash));
  if (unshown.size === 0) return;
  for (const [table, key, columns] of places)
    for await (const row of portions(db, table, [key, ...columns]))
      for (const column of columns) for (const hash of hashesIn(row[column] ?? "")) unshown.delete(hash);
  for (const hash of unshown) await db.insertInto("untraced_picture").values({ hash }).execute();
}

const places: [table: string, key: string, columns: string[]][] = [
  ["project", "id", ["project_image", "drawn_image", "sketch_image"]],
  ["project_detail", "id", ["img"]],
  ["review", "id", ["profile_image"]],
  ["team_member", "id", ["photo"]],
  ["user", "id", ["profile_image"]],
  ["site_content", "path", ["value"]],
  ["change", "id", ["data"]],
  ["draft", "id", ["changes", "base"]],
];

const hashesIn = (text: string): string[] =>
  [...text.matchAll(/\/uploads\/([0-9a-f]{32})/g)].map(([, hash = ""]) => hash);

/** All rows, in portions, so that any number of them fits into memory. */
async function* portions(db: AnyDb, table: string, columns: string[]): AsyncGenerator<Record<string, string | null>> {
  const [key = ""] = columns;
  let after: unknown;
  for (;;) {
    let page = db.withoutPlugins().selectFrom(table).select(columns).orderBy(key).limit(200);
    if (after !== undefined) page = page.where(key, ">", after);
    const rows = await page.execute();
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1)?.[key];
  }
}
