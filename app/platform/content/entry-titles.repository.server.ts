import { slugsIn } from "#app/shared/rows.ts";
import type { Db } from "#db/schema.ts";
import { contentTable } from "./content-row.repository.server.ts";
import { findContentType } from "./content-types.ts";

interface Named {
  /** Name of the content type, or `site`. */
  noun: string;
  slug: string;
}

/** The titles of entries, including those in the trash; empty for those erased for good. */
export async function entryTitles(db: Db, entries: Named[]): Promise<(entry: Named) => string> {
  const titles = new Map<string, string>();
  for (const [noun, some] of Map.groupBy(entries, ({ noun }) => noun)) {
    const type = findContentType(noun);
    if (!type) continue;
    const rows = await db
      .selectFrom(contentTable(type))
      .select(["slug", `${type.title as "question"} as title`])
      .where("slug", "in", [...new Set(slugsIn(some))])
      .execute();
    for (const { slug, title } of rows) titles.set(`${noun}/${slug}`, title);
  }
  return ({ noun, slug }) => titles.get(`${noun}/${slug}`) ?? (noun === "site" ? "Site texts" : "");
}
