import type { ListStream } from "#app/platform/list-stream.ts";
import {
  bit,
  bitIfSaid,
  getManaged,
  insertManaged,
  jsonIfSaid,
  listManaged,
  type ManagedQuery,
  managedTrash,
  streamManaged,
  trashManaged,
  updateManaged,
} from "#app/platform/managed.repository.server.ts";
import type { Db, Row } from "#db/schema.ts";
import type { Job, JobChange, JobInput } from "./job.contract.ts";

const searched = [
  "title",
  "location",
  "experience",
  "description",
  "requirements",
  "perksAndBenefits",
  "experienceDetails",
] as const;

/** In the editors' order, all that visitors see. */
export async function listJobs(db: Db): Promise<Job[]> {
  return (await listManaged(db, "job", { publishedOnly: true })).map(toJob);
}

/** The same as a call asks for it. */
export const streamJobs = (db: Db, which: ManagedQuery): Promise<ListStream<Job>> =>
  streamManaged(db, "job", searched, which, (rows) => rows.map(toJob));

/** @throws AppError `not_found` */
export async function getJob(db: Db, slug: string, which: { publishedOnly: boolean }): Promise<Job> {
  return toJob(await getManaged(db, "job", slug, which));
}

/** For a public address that has to tell "never was" (nothing) from "was taken down" (`isGone`). An unpublished job never was. */
export async function findOpening(db: Db, slug: string): Promise<{ job: Job; isGone: boolean } | undefined> {
  const row = await db
    .selectFrom("job")
    .selectAll()
    .where("slug", "=", slug)
    .where("published", "=", 1)
    .executeTakeFirst();
  return row && { job: toJob(row), isGone: row.deletedAt !== null };
}

export async function insertJob(db: Db, input: JobInput, at: Date): Promise<Job> {
  const { published, requirements, perksAndBenefits, experienceDetails, ...words } = input;
  const lists = {
    requirements: JSON.stringify(requirements),
    perksAndBenefits: JSON.stringify(perksAndBenefits),
    experienceDetails: JSON.stringify(experienceDetails),
  };
  return toJob(await insertManaged(db, "job", words.title, { ...words, ...lists, published: bit(published) }, at));
}

export async function updateJob(db: Db, current: Job, change: JobChange, at: Date): Promise<Job> {
  const { published, requirements, perksAndBenefits, experienceDetails, ...words } = change;
  const lists = {
    requirements: jsonIfSaid(requirements),
    perksAndBenefits: jsonIfSaid(perksAndBenefits),
    experienceDetails: jsonIfSaid(experienceDetails),
  };
  return toJob(await updateManaged(db, "job", current, { ...words, ...lists, published: bitIfSaid(published) }, at));
}

export async function trashJob(db: Db, slug: string, at: Date): Promise<Job | undefined> {
  const row = await trashManaged(db, "job", slug, at);
  return row && toJob(row);
}

function toJob({ slug, title, location, experience, description, published, version, ...row }: Row<"job">): Job {
  return {
    slug,
    title,
    location,
    experience,
    description,
    requirements: JSON.parse(row.requirements),
    perksAndBenefits: JSON.parse(row.perksAndBenefits),
    experienceDetails: JSON.parse(row.experienceDetails),
    published: published === 1,
    version,
  };
}

export const jobTrash = managedTrash("job", "title", async (_, row) => toJob(row));
