import type { Db, Row } from "#db/schema.ts";
import type { SiteEdit } from "./site-content.contract.ts";

/** The edited texts of the site, by path. All others show their built-in default. */
export async function readEdits(db: Db): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom("siteContent").select(["path", "value"]).execute();
  return Object.fromEntries(rows.map(({ path, value }) => [path, JSON.parse(value)]));
}

export async function listEdits(db: Db): Promise<SiteEdit[]> {
  return (await db.selectFrom("siteContent").selectAll().orderBy("path").execute()).map(toEdit);
}

export async function findEdit(db: Db, path: string): Promise<SiteEdit | undefined> {
  const row = await db.selectFrom("siteContent").selectAll().where("path", "=", path).executeTakeFirst();
  return row && toEdit(row);
}

/** Writes the edit over version `before`, 0 for none. @returns nothing if somebody else saved first */
export async function saveEdit(
  db: Db,
  { path, value, version }: Omit<SiteEdit, "updatedAt">,
  before: number,
  at: Date,
): Promise<SiteEdit | undefined> {
  const words = { value: JSON.stringify(value), version, updatedAt: at.toISOString() };
  const row = await db
    .insertInto("siteContent")
    .values({ path, ...words })
    .onConflict((conflict) => conflict.column("path").doUpdateSet(words).where("siteContent.version", "=", before))
    .returningAll()
    .executeTakeFirst();
  return row && toEdit(row);
}

/** @returns whether that version still existed */
export async function deleteEdit(db: Db, path: string, version: number): Promise<boolean> {
  const done = await db
    .deleteFrom("siteContent")
    .where("path", "=", path)
    .where("version", "=", version)
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}

const toEdit = ({ path, value, version, updatedAt }: Row<"siteContent">): SiteEdit => ({
  path,
  value: JSON.parse(value),
  version,
  updatedAt,
});
