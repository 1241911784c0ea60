import { faqChange, faqInput } from "#app/features/faq/faq.contract.ts";
import { getFaq, insertFaq, updateFaq } from "#app/features/faq/faq.repository.server.ts";
import { jobChange, jobInput } from "#app/features/job/job.contract.ts";
import { getJob, insertJob, updateJob } from "#app/features/job/job.repository.server.ts";
import { type PreviewInput, previewApi } from "#app/features/preview/preview.contract.ts";
import { insertPreview } from "#app/features/preview/preview.repository.server.ts";
import { projectChange, projectInput } from "#app/features/project/project.contract.ts";
import { getProject, insertProject, updateProject } from "#app/features/project/project.repository.server.ts";
import { reviewChange, reviewInput } from "#app/features/review/review.contract.ts";
import { getReview, insertReview, updateReview } from "#app/features/review/review.repository.server.ts";
import { siteEditInput } from "#app/features/site-content/site-content.contract.ts";
import { applyEdits } from "#app/features/site-content/site-content.service.server.ts";
import type { Db } from "#app/platform/deps.ts";
import { check, route } from "#app/platform/http.server.ts";
import { siteFields } from "./site-fields.ts";

/** An address of a preview holds this long. */
export const previewTtlMs = 15 * 60_000;

// A preview is the save itself in a transaction that is taken back: the page is drawn by the code that draws it for visitors,
// and what the save would refuse the preview refuses.

export const previewRoutes = [
  route(previewApi.create, async ({ deps, body }) => {
    const at = deps.now();
    await takenBack(deps.db, (db) => applyPreview(db, body, at));
    return { data: { url: `/preview/${await insertPreview(deps.db, body, at)}` } };
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

/** Makes the change that would be saved. @returns the address of the page that shows it. @throws what the save would throw */
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
  faq: async (db, { slug, body }, at) => {
    if (slug) await updateFaq(db, await getFaq(db, slug, all), { ...check(faqChange, body), ...shown }, at);
    else await insertFaq(db, { ...check(faqInput, body), ...shown }, at);
    return "/about";
  },
  review: async (db, { slug, body }, at) => {
    if (slug) await updateReview(db, await getReview(db, slug, all), { ...check(reviewChange, body), ...shown }, at);
    else await insertReview(db, { ...check(reviewInput, body), ...shown }, at);
    return "/";
  },
  site: async (db, { body, page = "/" }, at) => {
    await applyEdits(siteFields, db, check(siteEditInput.omit({ version: true }).array(), body.edits), at);
    return page;
  },
};
