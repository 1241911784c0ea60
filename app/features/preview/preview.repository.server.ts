import { randomToken } from "#app/platform/secret.server.ts";
import { overlaid, type TableOverlay } from "#db/overlay.ts";
import type { Db, Row } from "#db/schema.ts";

/** A page to show, with rows as they would be after the save. */
export interface Preview {
  /** Path of the page, such as /career/engineer. */
  address: string;
  /** The entry being edited; the preview is available only as long as it exists. */
  entry?: { table: TableOverlay["table"]; slug: string };
  overlays: TableOverlay[];
  /** Rendered for editing, instead of with overlays; opaque here. */
  editing?: unknown;
}

/** @returns the preview's unguessable id */
export async function insertPreview(db: Db, preview: Preview, at: Date): Promise<string> {
  const id = randomToken();
  await db
    .insertInto("preview")
    .values({ id, input: JSON.stringify(preview), createdAt: at.toISOString() })
    .execute();
  return id;
}

/** The preview, if it was stored after `since`. */
export async function findPreview(db: Db, id: string, since: Date): Promise<Preview | undefined> {
  const row = await db
    .selectFrom("preview")
    .select("input")
    .where("id", "=", id)
    .where("createdAt", ">", since.toISOString())
    .executeTakeFirst();
  const preview: Partial<Preview> | undefined = row && JSON.parse(row.input);
  // Earlier releases stored the call itself, for the same fifteen minutes.
  return preview?.overlays && (preview as Preview);
}

/** The database as the preview shows it, for reading; nothing if its entry has been deleted since. */
export async function previewed(db: Db, { entry, overlays }: Preview): Promise<Db | undefined> {
  if (entry && !(await isThere(db, entry))) return undefined;
  return overlaid(db, overlays);
}

async function isThere(db: Db, { table, slug }: NonNullable<Preview["entry"]>): Promise<boolean> {
  const row = await db
    .selectFrom(table as "faq")
    .select("slug")
    .where("slug", "=", slug)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The complete current row of an entry. `changes`: columns that differ in the preview only. */
export async function entryOverlay(
  db: Db,
  table: NonNullable<Preview["entry"]>["table"],
  slug: string,
  changes: Partial<Row<"faq">> = {},
): Promise<TableOverlay> {
  const row = await db
    .selectFrom(table as "faq")
    .selectAll()
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return { table, key: "slug", rows: [{ ...row, ...changes }], gone: [] };
}

/** The complete current rows of entries, or of all entries of the table. */
export async function rowsOverlay(
  db: Db,
  table: NonNullable<Preview["entry"]>["table"],
  slugs: string[] | "all",
): Promise<TableOverlay & { ids: number[] }> {
  let query = db.selectFrom(table as "faq").selectAll();
  if (slugs !== "all") query = query.where("slug", "in", slugs);
  const rows = await query.execute();
  return { table, key: "slug", rows: rows.map((row) => ({ ...row })), gone: [], ids: rows.map(({ id }) => id) };
}

/** The complete current sections of projects, including deleted ones. */
export async function sectionsOverlay(db: Db, projectIds: number[]): Promise<TableOverlay[]> {
  if (projectIds.length === 0) return [];
  const rows = await db.selectFrom("projectDetail").selectAll().where("projectId", "in", projectIds).execute();
  return [{ table: "projectDetail", key: "id", rows: rows.map((row) => ({ ...row })), gone: [] }];
}

/** The current edits of these texts. */
export async function textOverlay(db: Db, paths: string[]): Promise<TableOverlay[]> {
  if (paths.length === 0) return [];
  const rows = await db.selectFrom("siteContent").selectAll().where("path", "in", paths).execute();
  const edited = new Set(rows.map(({ path }) => path));
  return [{ table: "siteContent", key: "path", rows, gone: paths.filter((path) => !edited.has(path)) }];
}
