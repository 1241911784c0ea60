import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { positionCase, reordered, rowsAtOnce } from "#app/platform/content/content-order.repository.server.ts";
import { holds } from "#app/platform/search.repository.server.ts";
import { randomName } from "#app/platform/secret.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { chunksOf, idsIn } from "#app/shared/rows.ts";
import type { Db, Row } from "#db/schema.ts";
import type {
  DetailLayout,
  ProjectDetail,
  ProjectDetailChange,
  ProjectDetailInput,
  ProjectSection,
} from "./project.contract.ts";

/** The sections of many projects in one query, in order. */
export async function detailsOf(db: Db, projectIds: number[]): Promise<Map<number, ProjectDetail[]>> {
  const rows =
    projectIds.length === 0
      ? []
      : await db
          .selectFrom("projectDetail")
          .selectAll()
          .where("projectId", "in", projectIds)
          .where("deletedAt", "is", null)
          .orderBy("position")
          .execute();
  const byProject = new Map<number, ProjectDetail[]>();
  for (const row of rows) byProject.set(row.projectId, [...(byProject.get(row.projectId) ?? []), toDetail(row)]);
  return byProject;
}

/** Whether a project's sections contain a search's query. */
export const detailsHold = (db: Db, projectId: Expression<number>, q: string): Expression<SqlBool> =>
  expressionBuilder().exists(
    db
      .selectFrom("projectDetail")
      .select("id")
      .where("projectId", "=", projectId)
      .where("deletedAt", "is", null)
      .where((eb) => holds(db, [eb.ref("heading"), eb.ref("description")], q)),
  );

/** @throws AppError `not_found` */
export async function getDetail(db: Db, projectId: number, id: string): Promise<ProjectDetail> {
  const row = await db
    .selectFrom("projectDetail")
    .selectAll()
    .where("id", "=", id)
    .where("projectId", "=", projectId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return toDetail(found(row));
}

/** Appends a section to the project. `id`: must not be taken by any section. */
export async function insertDetail(
  db: Db,
  projectId: number,
  input: ProjectDetailInput,
  id: string = randomName(),
): Promise<ProjectDetail> {
  const { last } = await db
    .selectFrom("projectDetail")
    .select((eb) => eb.fn.coalesce(eb.fn.max("position"), sql<number>`0`).as("last"))
    .where("projectId", "=", projectId)
    .executeTakeFirstOrThrow();
  const row = await db
    .insertInto("projectDetail")
    .values({ ...input, id, projectId, position: Number(last) + 1, deletedAt: null })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toDetail(row);
}

/** @throws AppError `not_found` */
export async function updateDetail(
  db: Db,
  projectId: number,
  id: string,
  change: ProjectDetailChange,
): Promise<ProjectDetail> {
  // An empty change is just a read: SQL has no update without columns.
  if (Object.keys(change).length === 0) return getDetail(db, projectId, id);
  const row = await db
    .updateTable("projectDetail")
    .set(change)
    .where("id", "=", id)
    .where("projectId", "=", projectId)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  return toDetail(found(row));
}

/** @throws AppError `not_found` if it is already there or never existed */
export async function trashDetail(db: Db, projectId: number, id: string, at: Date): Promise<void> {
  const row = await db
    .updateTable("projectDetail")
    .set({ deletedAt: at.toISOString() })
    .where("id", "=", id)
    .where("projectId", "=", projectId)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  found(row);
}

function found(row: Row<"projectDetail"> | undefined): Row<"projectDetail"> {
  if (!row) throw new AppError("not_found", "This section does not exist or has been deleted.");
  return row;
}

function toDetail({ id, projectId, position, deletedAt, ...words }: Row<"projectDetail">): ProjectDetail {
  return { _id: id, ...words, layout: words.layout as DetailLayout };
}

/** Puts a project's sections in the order of `ids`; sections not listed follow behind. */
export async function sortDetails(db: Db, projectId: number, ids: string[]): Promise<void> {
  const rows = await db
    .selectFrom("projectDetail")
    .select(["id", "position", "deletedAt"])
    .where("projectId", "=", projectId)
    .orderBy("position")
    .execute();
  const placed = rows.map(({ id, position, deletedAt }) => ({ id, position, isTrashed: deletedAt !== null }));
  for (const some of chunksOf(reordered(placed, ids).places, rowsAtOnce))
    await db
      .updateTable("projectDetail")
      .set({ position: positionCase(some) })
      .where("id", "in", idsIn(some))
      .execute();
}

/** All sections of a project as text, including those in the trash. */
export async function detailTexts(db: Db, projectId: number): Promise<string[]> {
  const rows = await db.selectFrom("projectDetail").selectAll().where("projectId", "=", projectId).execute();
  return rows.map((row) => JSON.stringify(row));
}

/** Ids as forms make them for new sections (shared/random-key.ts), in earlier releases with dashes. */
const isNewId = (id: string): boolean => /^[\da-f]{32}$/.test(id.replaceAll("-", ""));

/** Those of the ids that a new section can have. */
async function freeIds(db: Db, ids: string[]): Promise<Set<string>> {
  const wanted = ids.filter(isNewId);
  if (wanted.length === 0) return new Set();
  const rows = await db.selectFrom("projectDetail").select("id").where("id", "in", wanted).execute();
  const taken = new Set(rows.map(({ id }) => id));
  return new Set(wanted.filter((id) => !taken.has(id)));
}

/**
 * Makes `sections` the project's sections, in this order. Existing ones, including those in the trash, are reused; any
 * others go to the trash. New ones keep an id that no section has.
 */
export async function replaceDetails(db: Db, projectId: number, sections: ProjectSection[], at: Date): Promise<void> {
  const rows = await db
    .selectFrom("projectDetail")
    .select(["id", "deletedAt"])
    .where("projectId", "=", projectId)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const free = await freeIds(
    db,
    sections.flatMap(({ _id }) => _id ?? []),
  );
  const ids: string[] = [];
  for (const { _id, ...words } of sections) {
    const isKnown = _id !== undefined && known.has(_id) && !ids.includes(_id);
    if (isKnown)
      await db
        .updateTable("projectDetail")
        .set({ ...words, deletedAt: null })
        .where("id", "=", _id)
        .execute();
    const own = _id !== undefined && free.delete(_id) ? _id : undefined;
    ids.push(isKnown ? _id : (await insertDetail(db, projectId, words, own))._id);
  }
  for (const { id, deletedAt } of rows)
    if (deletedAt === null && !ids.includes(id)) await trashDetail(db, projectId, id, at);
  await sortDetails(db, projectId, ids);
}
