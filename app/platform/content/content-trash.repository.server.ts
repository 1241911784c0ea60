import { deleteActivityAbout } from "#app/platform/activity.repository.server.ts";
import { countRows } from "#app/platform/search.repository.server.ts";
import { type Erased, purgedAtOnce, type Trash } from "#app/platform/trash.server.ts";
import { trashPortions } from "#app/platform/trash-list.repository.server.ts";
import type { AnyEntry, ContentType } from "#app/shared/content-type.ts";
import type { Db } from "#db/schema.ts";
import { eraseApprovals } from "./approval.repository.server.ts";
import { type ContentRow, contentTable } from "./content-row.repository.server.ts";
import { deleteKeysOf } from "./create-once.server.ts";
import { eraseDraft } from "./draft.repository.server.ts";
import { deleteRevisions } from "./revision-erasure.repository.server.ts";

/** What the trash needs of a repository (ContentRepository). */
interface Entries {
  type: ContentType;
  toEntry(db: Db, row: ContentRow): Promise<Pick<AnyEntry, "slug" | "version">>;
  textsOfParts(db: Db, id: number): Promise<string[]>;
}

export function trashOf(entries: Entries): Trash {
  const { type } = entries;
  const trashed = (db: Db) => db.selectFrom(contentTable(type)).where("deletedAt", "is not", null);
  return {
    kind: type.name,
    isContent: true,
    hasNumericKeys: true,
    list(db, start) {
      const rows = trashed(db)
        .select(["id", "slug", `${type.title as "question"} as title`, "deletedAt"])
        .orderBy("deletedAt", "desc")
        .orderBy("id", "desc");
      return trashPortions(
        start,
        (where, limit) => (where ? rows.where(where) : rows).limit(limit).execute(),
        ({ slug, title }) => ({ id: slug, title }),
      );
    },
    count: (db) => countRows(db, trashed(db)),
    async restore(db, id) {
      const row = await db
        .updateTable(contentTable(type))
        .set({ deletedAt: null })
        .where("slug", "=", id)
        .where("deletedAt", "is not", null)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const entry = await entries.toEntry(db, row as ContentRow);
      return { noun: type.name, slug: entry.slug, version: entry.version, data: entry };
    },
    async discard(db, id, at) {
      const row = await trashRow(db, type, id, at);
      if (!row) return undefined;
      const entry = await entries.toEntry(db, row);
      return { noun: type.name, slug: entry.slug, version: entry.version, data: entry };
    },
    erase: (db, id) => eraseAll(db, trashed(db).where("slug", "=", id)),
    purge: (db, before) => eraseAll(db, trashed(db).where("deletedAt", "<", before.toISOString()).limit(purgedAtOnce)),
  };

  /** Erasing for good removes the history, the draft, the approvals and the activities about them too, so the next entry with that slug starts without one. */
  async function eraseAll(db: Db, which: ReturnType<typeof trashed>): Promise<Erased> {
    const rows = await which.selectAll().execute();
    const texts: string[] = [];
    let count = 0;
    for (const row of rows) {
      const own = await entries.textsOfParts(db, row.id);
      // Somebody may be restoring it at this moment.
      const gone = db.deleteFrom(contentTable(type)).where("id", "=", row.id).where("deletedAt", "is not", null);
      if ((await gone.executeTakeFirst()).numDeletedRows === 0n) continue;
      count++;
      texts.push(JSON.stringify(row), ...own);
      texts.push(...(await deleteRevisions(db, type.name, row.slug)), ...(await eraseDraft(db, type.name, row.slug)));
      await eraseApprovals(db, type.name, row.slug);
      // The slug holds words of the title.
      await deleteKeysOf(db, type.name, row.slug);
      await deleteActivityAbout(db, `${type.name}/${row.slug}`);
    }
    return { count, texts };
  }
}

/** Moves a row to the trash. @returns nothing if it is already there, or never existed */
export async function trashRow(db: Db, type: ContentType, slug: string, at: Date): Promise<ContentRow | undefined> {
  const row = db
    .updateTable(contentTable(type))
    .set({ deletedAt: at.toISOString() })
    .where("slug", "=", slug)
    .where("deletedAt", "is", null)
    .returningAll();
  return (await row.executeTakeFirst()) as ContentRow | undefined;
}
