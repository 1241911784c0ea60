import { editDraft } from "#app/platform/content/draft.repository.server.ts";
import { editRevisions } from "#app/platform/content/revision-erasure.repository.server.ts";
import { countRows } from "#app/platform/search.repository.server.ts";
import { type Erased, purgedAtOnce, type Trashed, type TrashStart } from "#app/platform/trash.server.ts";
import { trashPortions } from "#app/platform/trash-list.repository.server.ts";
import type { Db } from "#db/schema.ts";

/**
 * Sections in the trash, newest first. Those of a project that is also in the trash are not listed: they are restored
 * with it or not at all.
 */
export function listTrashedDetails(db: Db, start?: TrashStart): AsyncIterable<Trashed[]> {
  const rows = listedDetails(db)
    .select(["projectDetail.id", "projectDetail.heading", "projectDetail.deletedAt", "project.title"])
    .orderBy("projectDetail.deletedAt", "desc")
    .orderBy("projectDetail.id", "desc");
  return trashPortions(
    start,
    (where, limit) => (where ? rows.where(where) : rows).limit(limit).execute(),
    ({ id, heading, title }) => ({ id, title: heading, inside: title }),
    "projectDetail",
  );
}

export const countTrashedDetails = (db: Db): Promise<number> => countRows(db, listedDetails(db));

const listedDetails = (db: Db) =>
  db
    .selectFrom("projectDetail")
    .innerJoin("project", "project.id", "projectDetail.projectId")
    .where("projectDetail.deletedAt", "is not", null)
    .where("project.deletedAt", "is", null);

/**
 * Restores a section to its position.
 * @returns its project, or nothing if the section is not in the trash or the project is
 */
export async function restoreDetail(db: Db, id: string): Promise<number | undefined> {
  const row = await db
    .updateTable("projectDetail")
    .set({ deletedAt: null })
    .where("id", "=", id)
    .where("deletedAt", "is not", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("project")
          .select("project.id")
          .whereRef("project.id", "=", "projectDetail.projectId")
          .where("project.deletedAt", "is", null),
      ),
    )
    .returning("projectId")
    .executeTakeFirst();
  return row?.projectId;
}

/** Moves a section to the trash. @returns its project, or nothing if it is already there or never existed */
export async function discardDetail(db: Db, id: string, at: Date): Promise<number | undefined> {
  const row = await db
    .updateTable("projectDetail")
    .set({ deletedAt: at.toISOString() })
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .returning("projectId")
    .executeTakeFirst();
  return row?.projectId;
}

export const eraseDetail = (db: Db, id: string): Promise<Erased> =>
  eraseAll(db, trashedDetails(db).where("projectDetail.id", "=", id));

export const purgeDetails = (db: Db, before: Date): Promise<Erased> =>
  eraseAll(db, trashedDetails(db).where("projectDetail.deletedAt", "<", before.toISOString()).limit(purgedAtOnce));

const trashedDetails = (db: Db) =>
  db
    .selectFrom("projectDetail")
    .innerJoin("project", "project.id", "projectDetail.projectId")
    .selectAll("projectDetail")
    .select("project.slug")
    .where("projectDetail.deletedAt", "is not", null);

/** Erases sections for good, including from every saved state of their project and from its draft. */
async function eraseAll(db: Db, which: ReturnType<typeof trashedDetails>): Promise<Erased> {
  const rows = await which.execute();
  const texts: string[] = [];
  let count = 0;
  for (const row of rows) {
    const { id, slug } = row;
    // Somebody may be restoring it at this moment.
    const gone = db.deleteFrom("projectDetail").where("id", "=", id).where("deletedAt", "is not", null);
    if ((await gone.executeTakeFirst()).numDeletedRows === 0n) continue;
    count++;
    texts.push(JSON.stringify(row));
    const without = (key: "detail" | "sections") => (data: Record<string, unknown>) => {
      const sections = (Array.isArray(data[key]) ? data[key] : []) as { _id?: string }[];
      const left = sections.filter((section) => section._id !== id);
      if (left.length === sections.length) return undefined;
      texts.push(JSON.stringify(sections));
      return { ...data, [key]: left };
    };
    await editRevisions(db, "project", slug, without("detail"));
    await editDraft(db, "project", slug, without("sections"));
  }
  return { count, texts };
}
