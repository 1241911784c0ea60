import { sql } from "kysely";
import type { Bin } from "#app/platform/bin.server.ts";
import { reordered } from "#app/platform/managed.repository.server.ts";
import { randomName } from "#app/platform/secret.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { Db, Row } from "#db/schema.ts";
import type { ProjectDetail, ProjectDetailChange, ProjectDetailInput } from "./project.contract.ts";

/** The details of many projects in one read, in their order. */
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

/** Appends a section to the project. */
export async function insertDetail(db: Db, projectId: number, input: ProjectDetailInput): Promise<ProjectDetail> {
  const { last } = await db
    .selectFrom("projectDetail")
    .select((eb) => eb.fn.coalesce(eb.fn.max("position"), sql<number>`0`).as("last"))
    .where("projectId", "=", projectId)
    .executeTakeFirstOrThrow();
  const row = await db
    .insertInto("projectDetail")
    .values({ ...input, id: randomName(), projectId, position: Number(last) + 1, deletedAt: null })
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
  // An empty change is a read: SQL knows no update without a column.
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

/** @throws AppError `not_found` when it is there already, or never was */
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
  if (!row) throw new AppError("not_found", "This section does not exist, or no longer.");
  return row;
}

const toDetail = ({ id, heading, description, img }: Row<"projectDetail">): ProjectDetail => ({
  _id: id,
  heading,
  description,
  img,
});

/** Puts a project's sections in the order of `ids`; what is not named stays behind them. */
export async function orderDetails(db: Db, projectId: number, ids: string[]): Promise<void> {
  const rows = await db
    .selectFrom("projectDetail")
    .select(["id", "position"])
    .where("projectId", "=", projectId)
    .orderBy("position")
    .execute();
  for (const { key, position } of reordered(
    rows.map(({ id, position }) => ({ key: id, position })),
    ids,
  ))
    await db.updateTable("projectDetail").set({ position }).where("id", "=", key).execute();
}

const trashed = (db: Db) =>
  db
    .selectFrom("projectDetail")
    .innerJoin("project", "project.id", "projectDetail.projectId")
    .where("projectDetail.deletedAt", "is not", null);

/** The trash of sections. One whose project is in the trash as well comes back with it. */
export const projectDetailBin: Bin = {
  kind: "project-detail",
  isContent: true,
  async list(db) {
    const rows = await trashed(db)
      .where("project.deletedAt", "is", null)
      .select(["projectDetail.id", "projectDetail.heading", "projectDetail.deletedAt", "project.title"])
      .orderBy("projectDetail.deletedAt", "desc")
      .execute();
    return rows.map(({ id, heading, title, deletedAt }) => ({
      id,
      title: heading,
      inside: title,
      deletedAt: deletedAt ?? "",
    }));
  },
  async restore(db, id) {
    const row = await trashed(db)
      .where("projectDetail.id", "=", id)
      .select(["project.slug", "project.version"])
      .executeTakeFirst();
    if (!row) return undefined;
    const detail = await db
      .updateTable("projectDetail")
      .set({ deletedAt: null })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { noun: "project-detail", slug: row.slug, version: row.version, data: toDetail(detail) };
  },
  async erase(db, id) {
    await db.deleteFrom("projectDetail").where("id", "=", id).where("deletedAt", "is not", null).execute();
  },
  async purge(db, before) {
    const done = await db.deleteFrom("projectDetail").where("deletedAt", "<", before.toISOString()).executeTakeFirst();
    return Number(done.numDeletedRows);
  },
};
