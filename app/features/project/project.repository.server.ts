import { sql } from "kysely";
import type { ListStream } from "#app/platform/list-stream.ts";
import {
  bit,
  bitIfSaid,
  getManaged,
  insertManaged,
  listManaged,
  type ManagedQuery,
  managedTrash,
  streamManaged,
  trashManaged,
  updateManaged,
} from "#app/platform/managed.repository.server.ts";
import type { Trash } from "#app/platform/trash.server.ts";
import type { Db, Row } from "#db/schema.ts";
import type { Project, ProjectChange, ProjectDetail, ProjectInput, Seam } from "./project.contract.ts";
import {
  detailsOf,
  detailTexts,
  eraseDetail,
  listTrashedDetails,
  purgeDetails,
  replaceDetails,
  restoreDetail,
} from "./project-detail.repository.server.ts";

/** Sections and all, a project may have megabytes. */
const projectsInPortion = 20;

/** In the editors' order, each with its details, as a call asks for them. */
export const streamProjects = (db: Db, which: ManagedQuery): Promise<ListStream<Project>> =>
  streamManaged(
    db,
    "project",
    ["title", "description", "technology", "whatWeDid"],
    which,
    async (rows) => {
      const ids = rows.map(({ id }) => id);
      const details = await detailsOf(db, ids);
      return rows.map((row) => toProject(row, details.get(row.id)));
    },
    projectsInPortion,
  );

/** A project without its sections. */
export type ProjectHead = Omit<Project, "detail">;

/** What visitors are shown of the projects where none is opened, in the editors' order. */
export async function listProjectHeads(db: Db, part: { limit: number; offset?: number }): Promise<ProjectHead[]> {
  return (await listManaged(db, "project", { publishedOnly: true, ...part })).map(toHead);
}

/** How many projects a visitor may see. */
export async function countPublishedProjects(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("project")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("deletedAt", "is", null)
    .where("published", "=", 1)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The published projects' numbers and when each was last changed, in portions that leave time for others: for the site map. */
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

/** The newest published projects, newest first: for the feed. */
export async function listNewestProjects(
  db: Db,
  limit: number,
): Promise<(Pick<ProjectHead, "number" | "title" | "description"> & { createdAt: string; updatedAt: string })[]> {
  return db
    .selectFrom("project")
    .select(["number", "title", "description", "createdAt", "updatedAt"])
    .where("deletedAt", "is", null)
    .where("published", "=", 1)
    .orderBy("createdAt", "desc")
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
}

/** @throws AppError `not_found` */
export async function getProject(db: Db, slug: string, which: { publishedOnly: boolean }): Promise<Project> {
  return whole(db, await getManaged(db, "project", slug, which));
}

/** The number of the row for the room's other tables. @throws AppError `not_found` */
export async function getProjectId(db: Db, slug: string, which: { publishedOnly: boolean }): Promise<number> {
  return (await getManaged(db, "project", slug, which)).id;
}

/** Which row a project is, and which version. @throws AppError `not_found` */
export async function getProjectVersion(
  db: Db,
  slug: string,
  which: { publishedOnly: boolean },
): Promise<{ id: number; version: number }> {
  const { id, version } = await getManaged(db, "project", slug, which);
  return { id, version };
}

/** For a public address, which has to tell "never was" (nothing) from "was taken down" (`isGone`). An unpublished project never was. */
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
  return row && { project: await whole(db, row), isGone: row.deletedAt !== null };
}

/** Gives the project the next permanent number, 0, 1, 2 … never one that was given before. */
export async function insertProject(db: Db, { published, seam, ...words }: ProjectInput, at: Date): Promise<Project> {
  const { next } = await db
    .updateTable("counter")
    .set({ next: sql`next + 1` })
    .where("name", "=", "project")
    .returning("next")
    .executeTakeFirstOrThrow();
  const values = { ...words, number: next - 1, seam: seam && JSON.stringify(seam), published: bit(published) };
  return toProject(await insertManaged(db, "project", words.title, values, at), []);
}

export async function updateProject(
  db: Db,
  current: Project,
  { published, seam, sections, ...words }: ProjectChange,
  at: Date,
): Promise<Project> {
  const values = { ...words, seam: seam && JSON.stringify(seam), published: bitIfSaid(published) };
  const row = await updateManaged(db, "project", current, values, at);
  if (sections) await replaceDetails(db, row.id, sections, at);
  return whole(db, row);
}

export async function trashProject(db: Db, slug: string, at: Date): Promise<Project | undefined> {
  const row = await trashManaged(db, "project", slug, at);
  return row && whole(db, row);
}

async function whole(db: Db, row: Row<"project">): Promise<Project> {
  return toProject(row, (await detailsOf(db, [row.id])).get(row.id));
}

const toProject = (row: Row<"project">, detail: ProjectDetail[] = []): Project => ({ ...toHead(row), detail });

function toHead(row: Row<"project">): ProjectHead {
  const { slug, number, title, description, technology, projectImage, whatWeDid, drawnImage, version } = row;
  const seam: Seam | null = row.seam === null ? null : JSON.parse(row.seam);
  return {
    slug,
    number,
    title,
    description,
    technology,
    projectImage,
    whatWeDid,
    drawnImage,
    seam,
    published: row.published === 1,
    version,
  };
}

/**
 * A published project's place among the published ones, counted from one, which its page shows; and the one after it. After the last
 * comes the first, and after the only one none.
 */
export async function placeOf(
  db: Db,
  slug: string,
): Promise<{ place: number; next: Pick<Project, "number" | "title"> | undefined }> {
  const live = db.selectFrom("project").where("deletedAt", "is", null).where("published", "=", 1);
  const { id, position } = await live.select(["id", "position"]).where("slug", "=", slug).executeTakeFirstOrThrow();
  const { before } = await live
    .select((eb) => eb.fn.countAll().as("before"))
    .where((eb) => eb(eb.refTuple("position", "id"), "<", eb.tuple(position, id)))
    .executeTakeFirstOrThrow();
  const inOrder = live.select(["id", "number", "title"]).orderBy("position").orderBy("id").limit(1);
  const after = inOrder.where((eb) => eb(eb.refTuple("position", "id"), ">", eb.tuple(position, id)));
  const next = (await after.executeTakeFirst()) ?? (await inOrder.executeTakeFirst());
  return { place: Number(before) + 1, next: next?.id === id ? undefined : next };
}

export const projectTrash = managedTrash("project", "title", whole, detailTexts);

/** The trash of sections. A section that comes back is a new version of its project, as every change of one is. */
export const projectDetailTrash: Trash = {
  kind: "project-detail",
  isContent: true,
  list: listTrashedDetails,
  async restore(db, id, at) {
    const projectId = await restoreDetail(db, id);
    if (projectId === undefined) return undefined;
    const row = await db
      .updateTable("project")
      .set({ version: sql`version + 1`, updatedAt: at.toISOString() })
      .where("id", "=", projectId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const project = await whole(db, row);
    return { noun: "project", slug: project.slug, version: project.version, data: project };
  },
  erase: eraseDetail,
  purge: purgeDetails,
};

/** Whether a number was given to a project that has been deleted for good: its address stays gone and never shows another. */
export async function isRetiredNumber(db: Db, number: number): Promise<boolean> {
  const { next } = await db
    .selectFrom("counter")
    .select("next")
    .where("name", "=", "project")
    .executeTakeFirstOrThrow();
  const row = await db.selectFrom("project").select("id").where("number", "=", number).executeTakeFirst();
  return number < next && row === undefined;
}
