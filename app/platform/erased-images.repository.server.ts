import { sql } from "kysely";
import { fieldsOfKind } from "#app/shared/content-type.ts";
import type { Db } from "#db/schema.ts";
import { contentTypes } from "./content-types.ts";

/** Where the address of an image may stand: what is shown, what lies in the trash, what the history can bring back. */
const places: readonly (readonly [table: string, column: string])[] = [
  ...contentTypes.flatMap((type) => fieldsOfKind(type, "image").map((name) => [type.table, name] as const)),
  ["projectDetail", "img"],
  ["user", "profileImage"],
  ["siteContent", "value"],
  ["change", "data"],
];

/**
 * Deletes uploads, with all their sizes, that stood in what was erased and stand nowhere else. `texts`: what was erased, in any form
 * that holds the addresses. It reads through the history, which alone can say whether an image may come back. `builtIn`: addresses of pictures that belong to the product.
 */
export async function eraseImages(db: Db, texts: string[], builtIn: Iterable<string>): Promise<void> {
  const kept = new Set([...builtIn].flatMap(hashesIn));
  for (const hash of new Set(texts.flatMap(hashesIn)))
    if (!kept.has(hash) && !(await isReferenced(db, hash)))
      await db.deleteFrom("upload").where("hash", "=", hash).execute();
}

const hashesIn = (text: string): string[] =>
  [...text.matchAll(/\/uploads\/([0-9a-f]{32})/g)].map(([, hash = ""]) => hash);

async function isReferenced(db: Db, hash: string): Promise<boolean> {
  const pattern = `%/uploads/${hash}%`;
  for (const [table, column] of places) {
    const search = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} like ${pattern} limit 1`;
    if ((await search.execute(db)).rows.length > 0) return true;
  }
  return false;
}

/** Previews hold a copy of an entry for some minutes; whoever looks at one makes it anew. */
export async function deleteAllPreviews(db: Db): Promise<void> {
  await db.deleteFrom("preview").execute();
}
