import { type Expression, type SqlBool, sql } from "kysely";
import {
  ContentRepository,
  getRow,
  insertRow,
  isOnlyPublishing,
  listRows,
  updateRow,
} from "#app/platform/content/content.repository.server.ts";
import { type ContentRow, entryOf } from "#app/platform/content/content-row.repository.server.ts";
import { countRows } from "#app/platform/search.repository.server.ts";
import type { Trash } from "#app/platform/trash.server.ts";
import { idsIn } from "#app/shared/rows.ts";
import type { Db } from "#db/schema.ts";
import type { Project, ProjectChange, ProjectInput, Seam } from "./project.contract.ts";
import { projectType } from "./project.type.ts";
import { detailsHold, detailsOf, detailTexts, replaceDetails } from "./project-detail.repository.server.ts";
import {
  countTrashedDetails,
  discardDetail,
  eraseDetail,
  listTrashedDetails,
  purgeDetails,
  restoreDetail,
} from "./project-detail-trash.repository.server.ts";

class ProjectRepository extends ContentRepository<typeof projectType, Project, ProjectInput, ProjectChange> {
  /** Gives the project the next permanent number, 0, 1, 2 … which is never reused. */
  override async insert(
    db: Db,
    { sections = [], ...input }: ProjectInput,
    at: Date,
    readOnly?: Record<string, unknown>,
  ): Promise<Project> {
    const { next } = await db
      .updateTable("counter")
      .set({ next: sql`next + 1` })
      .where("name", "=", "project")
      .returning("next")
      .executeTakeFirstOrThrow();
    const row = await insertRow(db, projectType, { ...input, ...readOnly, number: next - 1 }, at);
    if (sections.length > 0) await replaceDetails(db, row.id, sections, at);
    return this.toEntry(db, row);
  }

  /** Saving anything in a sample other than whether it is published makes it the agency's own. */
  override async update(
    db: Db,
    current: Project,
    { sections, ...change }: ProjectChange,
    at: Date,
    readOnly?: Record<string, unknown>,
  ): Promise<Project> {
    const isSample = current.isSample && !sections && isOnlyPublishing(current, change);
    const row = await updateRow(db, projectType, current, { ...change, isSample, ...readOnly }, at);
    if (sections) await replaceDetails(db, row.id, sections, at);
    return this.toEntry(db, row);
  }

  override async toEntries(db: Db, rows: ContentRow[]): Promise<Project[]> {
    const details = await detailsOf(db, idsIn(rows));
    return rows.map((row) => ({ ...toHead(row), detail: details.get(row.id) ?? [] }));
  }

  override textsOfParts(db: Db, id: number): Promise<string[]> {
    return detailTexts(db, id);
  }

  override partsHold(db: Db, id: Expression<number>, q: string): Expression<SqlBool> {
    return detailsHold(db, id, q);
  }
}

// With all its sections, a project may take megabytes.
export const projectRepository = new ProjectRepository(projectType, 20);

function toHead(row: ContentRow): ProjectHead {
  const entry = entryOf(projectType, row);
  return { ...entry, seam: entry.seam as Seam | null };
}

/** A project without its sections. */
export type ProjectHead = Omit<Project, "detail">;

/** The published projects without sections, in the editors' order, for lists. */
export async function listProjectHeads(db: Db, part: { limit?: number; offset?: number }): Promise<ProjectHead[]> {
  const rows = await listRows(db, projectType, { publishedOnly: true, ...part });
  return rows.map(toHead);
}

export const countPublishedProjects = (db: Db): Promise<number> => countRows(db, published(db));

const published = (db: Db) => db.selectFrom("project").where("deletedAt", "is", null).where("published", "=", 1);

/** The permanent numbers of the samples that came with the site. */
export async function sampleNumbers(db: Db): Promise<number[]> {
  const samples = db.selectFrom("project").select("number").where("isSample", "=", 1).where("deletedAt", "is", null);
  return (await samples.execute()).map(({ number }) => number);
}

/**
 * Number and time of the last change of each published project, in portions that let other requests run: for the
 * sitemap.
 */
export async function* eachProjectNumber(db: Db): AsyncGenerator<{ number: number; updatedAt: string }[]> {
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom("project")
      .select(["number", "updatedAt"])
      .where("number", ">", after)
      .where("deletedAt", "is", null)
      .where("published", "=", 1)
      .orderBy("number")
      .limit(500)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.number ?? after;
  }
}

/** All published projects, newest first: for the feed. */
export async function listFeedProjects(
  db: Db,
): Promise<
  (Pick<ProjectHead, "slug" | "number" | "title" | "description"> & { createdAt: string; updatedAt: string })[]
> {
  return db
    .selectFrom("project")
    .select(["slug", "number", "title", "description", "createdAt", "updatedAt"])
    .where("deletedAt", "is", null)
    .where("published", "=", 1)
    .orderBy("createdAt", "desc")
    .orderBy("number", "desc")
    .execute();
}

/** The row id, for related tables. @throws AppError `not_found` */
export async function getProjectId(db: Db, slug: string): Promise<number> {
  return (await getProjectVersion(db, slug, { publishedOnly: false })).id;
}

/** The row id and version of a project. @throws AppError `not_found` */
export async function getProjectVersion(
  db: Db,
  slug: string,
  which: { publishedOnly: boolean },
): Promise<{ id: number; version: number }> {
  const { id, version } = await getRow(db, projectType, slug, which);
  return { id, version };
}

/**
 * For public URLs, which must distinguish "never existed" (nothing) from "was removed" (`isGone`). An unpublished
 * project counts as never having existed.
 */
export async function findPublishedProject(
  db: Db,
  by: { number: number } | { slug: string },
): Promise<{ project: Project; isGone: boolean } | undefined> {
  const [column, value] = "number" in by ? (["number", by.number] as const) : (["slug", by.slug] as const);
  const row = await db
    .selectFrom("project")
    .selectAll()
    .where(column, "=", value)
    .where("published", "=", 1)
    .executeTakeFirst();
  return row && { project: await projectRepository.toEntry(db, row as ContentRow), isGone: row.deletedAt !== null };
}

/**
 * A published project's position among the published ones, counted from 1, for display on its page; and the next
 * project. After the last comes the first; a single project has none.
 */
export async function placeOf(
  db: Db,
  slug: string,
): Promise<{ place: number; next: Pick<Project, "number" | "title"> | undefined }> {
  const live = published(db);
  const { id, position } = await live.select(["id", "position"]).where("slug", "=", slug).executeTakeFirstOrThrow();
  const before = live.where((eb) => eb(eb.refTuple("position", "id"), "<", eb.tuple(position, id)));
  const inOrder = live.select(["id", "number", "title"]).orderBy("position").orderBy("id").limit(1);
  const after = inOrder.where((eb) => eb(eb.refTuple("position", "id"), ">", eb.tuple(position, id)));
  const next = (await after.executeTakeFirst()) ?? (await inOrder.executeTakeFirst());
  return { place: (await countRows(db, before)) + 1, next: next?.id === id ? undefined : next };
}

/** The trash of sections. Restoring a section creates a new version of its project, like every change to one. */
export const projectDetailTrash: Trash = {
  kind: "project-detail",
  isContent: true,
  hasNumericKeys: false,
  list: listTrashedDetails,
  count: countTrashedDetails,
  restore: async (db, id, at) => newVersion(db, await restoreDetail(db, id), at),
  discard: async (db, id, at) => newVersion(db, await discardDetail(db, id, at), at),
  erase: eraseDetail,
  purge: purgeDetails,
};

async function newVersion(db: Db, projectId: number | undefined, at: Date) {
  if (projectId === undefined) return undefined;
  const row = await db
    .updateTable("project")
    .set({ version: sql`version + 1`, updatedAt: at.toISOString() })
    .where("id", "=", projectId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const project = await projectRepository.toEntry(db, row as ContentRow);
  return { noun: "project", slug: project.slug, version: project.version, data: project };
}

/**
 * Whether a number belonged to a project that has been erased for good: its URL stays gone and never shows another
 * project.
 */
export async function isRetiredNumber(db: Db, number: number): Promise<boolean> {
  const { next } = await db
    .selectFrom("counter")
    .select("next")
    .where("name", "=", "project")
    .executeTakeFirstOrThrow();
  const row = await db.selectFrom("project").select("id").where("number", "=", number).executeTakeFirst();
  return number < next && row === undefined;
}
