import { sql } from "kysely";
import { AppError } from "#app/shared/app-error.ts";
import { randomName } from "#app/platform/secret.server.ts";
import type { Db, Row } from "#db/schema.ts";
import type { ProjectDetail, ProjectDetailChange, ProjectDetailInput } from "./project.contract.ts";

/** The details of many projects in one read, in their order. */
export async function detailsOf(db: Db, projectIds: number[]): Promise<Map<number, ProjectDetail[]>> {
  const rows = projectIds.length === 0 ? [] : await db
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
export async function updateDetail(db: Db, projectId: number, id: string, change: ProjectDetailChange): Promise<ProjectDetail> {
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

export async function trashDetail(db: Db, projectId: number, id: string, at: Date): Promise<void> {
  await db
    .updateTable("projectDetail")
    .set({ deletedAt: at.toISOString() })
    .where("id", "=", id)
    .where("projectId", "=", projectId)
    .where("deletedAt", "is", null)
    .execute();
}

function found(row: Row<"projectDetail"> | undefined): Row<"projectDetail"> {
  if (!row) throw new AppError("not_found", "This section does not exist, or no longer.");
  return row;
}

const toDetail = ({ id, heading, description, img }: Row<"projectDetail">): ProjectDetail => ({ _id: id, heading, description, img });
