import type { Db } from "#db/schema.ts";

/** What editors changed of the site's words, by the path of the text. What is not here shows its built-in default. */
export async function readEdits(db: Db): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom("siteContent").select(["path", "value"]).execute();
  return Object.fromEntries(rows.map(({ path, value }) => [path, JSON.parse(value)]));
}
