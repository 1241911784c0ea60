import { faqChange, faqInput } from "#app/features/faq/faq.contract.ts";
import { getFaq, insertFaq, updateFaq } from "#app/features/faq/faq.repository.server.ts";
import { jobChange, jobInput } from "#app/features/job/job.contract.ts";
import { getJob, insertJob, updateJob } from "#app/features/job/job.repository.server.ts";
import { type PreviewInput, previewApi } from "#app/features/preview/preview.contract.ts";
import {
  entryOverlay,
  insertPreview,
  type Preview,
  textOverlay,
} from "#app/features/preview/preview.repository.server.ts";
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
import { siteFields } from "./site-fields.ts";

/** An address of a preview holds this long. */
export const previewTtlMs = 15 * 60_000;

// A preview is the save itself, in a transaction that is taken back: what the save would refuse the preview refuses. The rows that
// it made are kept, and the page is drawn over them by the code that draws it for visitors, without a transaction: whoever looks at
// a preview keeps no lead waiting.

export const previewRoutes = [
  route(previewApi.create, async ({ deps, body }) => {
    const at = deps.now();
    const preview = await takenBack(deps.db, (db) => applyPreview(db, body, at));
    const { pathname, hash } = new URL(preview.address, deps.config.publicUrl);
    return { data: { url: `/preview/${await insertPreview(deps.db, { ...preview, address: pathname }, at)}${hash}` } };
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
async function takenBack<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (trx) => {
      throw new TakeBack(await work(trx));
    });
  } catch (error) {
    if (error instanceof TakeBack) return error.value as T;
    throw error;
  }
}

/** Makes the change that would be saved. @returns the page that shows it, with the place on it, and the rows. @throws what the save would throw */
function applyPreview(db: Db, input: PreviewInput, at: Date): Promise<Preview> {
  return appliers[input.noun](db, input, at);
}

type Apply = (db: Db, input: PreviewInput, at: Date) => Promise<Preview>;

const all = { publishedOnly: false };
const shown = { published: true };
/** Positions are counted from one. */
const first = { position: 0 };

const changed = (table: NonNullable<Preview["entry"]>["table"], slug: string | undefined) =>
  slug === undefined ? {} : { entry: { table, slug } };

const appliers: Record<PreviewInput["noun"], Apply> = {
  project: async (db, { slug, body }, at) => {
    const project = slug
      ? await updateProject(db, await getProject(db, slug, all), { ...check(projectChange, body), ...shown }, at)
      : await insertProject(db, { ...check(projectInput, body), ...shown }, at);
    const overlays = [await entryOverlay(db, "project", project.slug)];
    return { address: `/details/${project.number}`, ...changed("project", slug), overlays };
  },
  job: async (db, { slug, body }, at) => {
    const job = slug
      ? await updateJob(db, await getJob(db, slug, all), { ...check(jobChange, body), ...shown }, at)
      : await insertJob(db, { ...check(jobInput, body), ...shown }, at);
    const overlays = [await entryOverlay(db, "job", job.slug)];
    return { address: `/career/${job.slug}`, ...changed("job", slug), overlays };
  },
  // The first question stands open, the first review is seen at once: so the one in question stands first, just here.
  faq: async (db, { slug, body }, at) => {
    const faq = slug
      ? await updateFaq(db, await getFaq(db, slug, all), { ...check(faqChange, body), ...shown }, at)
      : await insertFaq(db, { ...check(faqInput, body), ...shown }, at);
    const overlays = [await entryOverlay(db, "faq", faq.slug, first)];
    return { address: "/about#questions", ...changed("faq", slug), overlays };
  },
  review: async (db, { slug, body }, at) => {
    const review = slug
      ? await updateReview(db, await getReview(db, slug, all), { ...check(reviewChange, body), ...shown }, at)
      : await insertReview(db, { ...check(reviewInput, body), ...shown }, at);
    const overlays = [await entryOverlay(db, "review", review.slug, first)];
    return { address: "/#reviews", ...changed("review", slug), overlays };
  },
  site: async (db, { body, page = "home" }, at) => {
    const edits = siteEditInput.omit({ version: true }).array().max(500);
    const done = await applyEdits(siteFields, db, check(edits, body.edits), at);
    const texts = await textOverlay(
      db,
      done.map(({ path }) => path),
    );
    if (page === "gone") {
      const gone = await trashedProject(db, at);
      return { address: `/details/${gone.number}`, overlays: [...texts, await entryOverlay(db, "project", gone.slug)] };
    }
    return { address: await addresses[page](db), overlays: texts };
  },
};

async function trashedProject(db: Db, at: Date) {
  const project = await insertProject(db, check(projectInput, { title: "Gone" }), at);
  await trashProject(db, project.slug, at);
  return project;
}

/** Where the site's texts can be seen. */
const addresses: Record<Exclude<NonNullable<PreviewInput["page"]>, "gone">, (db: Db) => Promise<string>> = {
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
};
