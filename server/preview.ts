import { faqChange, faqInput } from "#app/features/faq/faq.contract.ts";
import { getFaq, insertFaq, updateFaq } from "#app/features/faq/faq.repository.server.ts";
import { jobChange, jobInput } from "#app/features/job/job.contract.ts";
import { getJob, insertJob, updateJob } from "#app/features/job/job.repository.server.ts";
import { type PreviewInput, previewApi } from "#app/features/preview/preview.contract.ts";
import { insertPreview } from "#app/features/preview/preview.repository.server.ts";
import { projectChange, projectInput } from "#app/features/project/project.contract.ts";
import {
  getProject,
  insertProject,
  listProjectHeads,
  trashProject,
  updateProject,
} from "#app/features/project/project.repository.server.ts";
import { reviewChange, reviewInput } from "#app/features/review/review.contract.ts";
import { getReview, insertReview, updateReview } from "#app/features/review/review.repository.server.ts";
import { siteEditInput } from "#app/features/site-content/site-content.contract.ts";
import { applyEdits } from "#app/features/site-content/site-content.service.server.ts";
import type { Db } from "#app/platform/deps.ts";
import { check, route } from "#app/platform/http.server.ts";
import { putFirst } from "#app/platform/managed.repository.server.ts";
import { siteFields } from "./site-fields.ts";

/** An address of a preview holds this long. */
export const previewTtlMs = 15 * 60_000;

// A preview is the save itself in a transaction that is taken back: the page is drawn by the code that draws it for visitors,
// and what the save would refuse the preview refuses.

export const previewRoutes = [
  route(previewApi.create, async ({ deps, body }) => {
    const at = deps.now();
    const { hash } = new URL(await takenBack(deps.db, (db) => applyPreview(db, body, at)), deps.config.publicUrl);
    return { data: { url: `/preview/${await insertPreview(deps.db, body, at)}${hash}` } };
  }),
];

class TakeBack extends Error {
  readonly value: unknown;
  constructor(value: unknown) {
    super("taken back");
    this.value = value;
  }
}

/** Runs `work` in a transaction and takes it back, whatever it did. */
export async function takenBack<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (trx) => {
      throw new TakeBack(await work(trx));
    });
  } catch (error) {
    if (error instanceof TakeBack) return error.value as T;
    throw error;
  }
}

/** Makes the change that would be saved. @returns the address of the page that shows it, with the place on it. @throws what the save would throw */
export function applyPreview(db: Db, input: PreviewInput, at: Date): Promise<string> {
  return appliers[input.noun](db, input, at);
}

type Apply = (db: Db, input: PreviewInput, at: Date) => Promise<string>;

const all = { publishedOnly: false };
const shown = { published: true };

const appliers: Record<PreviewInput["noun"], Apply> = {
  project: async (db, { slug, body }, at) => {
    const project = slug
      ? await updateProject(db, await getProject(db, slug, all), { ...check(projectChange, body), ...shown }, at)
      : await insertProject(db, { ...check(projectInput, body), ...shown }, at);
    return `/details/${project.number}`;
  },
  job: async (db, { slug, body }, at) => {
    const job = slug
      ? await updateJob(db, await getJob(db, slug, all), { ...check(jobChange, body), ...shown }, at)
      : await insertJob(db, { ...check(jobInput, body), ...shown }, at);
    return `/career/${job.slug}`;
  },
  // The first question stands open, the first review is seen at once: so the one in question stands first, just here.
  faq: async (db, { slug, body }, at) => {
    const faq = slug
      ? await updateFaq(db, await getFaq(db, slug, all), { ...check(faqChange, body), ...shown }, at)
      : await insertFaq(db, { ...check(faqInput, body), ...shown }, at);
    await putFirst(db, "faq", faq.slug);
    return "/about#questions";
  },
  review: async (db, { slug, body }, at) => {
    const review = slug
      ? await updateReview(db, await getReview(db, slug, all), { ...check(reviewChange, body), ...shown }, at)
      : await insertReview(db, { ...check(reviewInput, body), ...shown }, at);
    await putFirst(db, "review", review.slug);
    return "/#reviews";
  },
  site: async (db, { body, page = "home" }, at) => {
    const edits = siteEditInput.omit({ version: true }).array().max(500);
    await applyEdits(siteFields, db, check(edits, body.edits), at);
    return addresses[page](db, at);
  },
};

/** Where the site's texts can be seen. */
const addresses: Record<NonNullable<PreviewInput["page"]>, (db: Db, at: Date) => Promise<string>> = {
  home: async () => "/",
  portfolio: async () => "/portfolio",
  about: async () => "/about",
  career: async () => "/career",
  quote: async () => "/#quote",
  privacy: async () => "/privacy",
  "not-found": async () => "/not-found",
  details: async (db) => {
    const [first] = await listProjectHeads(db, { limit: 1 });
    return first ? `/details/${first.number}` : "/portfolio";
  },
  gone: async (db, at) => {
    const project = await insertProject(db, check(projectInput, { title: "Gone" }), at);
    await trashProject(db, project.slug, at);
    return `/details/${project.number}`;
  },
};
