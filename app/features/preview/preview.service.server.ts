import type { z } from "zod";
import { toPublish } from "#app/features/draft/draft.service.server.ts";
import { findDraftTarget } from "#app/features/draft/draft-targets.service.server.ts";
import { projectInput } from "#app/features/project/project.contract.ts";
import { listProjectHeads, projectRepository } from "#app/features/project/project.repository.server.ts";
import { siteEditInput } from "#app/features/site-content/site-content.contract.ts";
import { applyEdits } from "#app/features/site-content/site-content.service.server.ts";
import { shownState } from "#app/platform/content/approval.server.ts";
import { findContent } from "#app/platform/content/content-registry.server.ts";
import { tableOf } from "#app/platform/content/content-row.repository.server.ts";
import { findDraft } from "#app/platform/content/draft.repository.server.ts";
import { contentVersion } from "#app/platform/content/revision.repository.server.ts";
import type { ServedContent } from "#app/platform/content/served-content.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { check } from "#app/platform/http.server.ts";
import type { AnyEntry } from "#app/shared/content-type.ts";
import { isSame } from "#app/shared/merge.ts";
import { type PreviewPage, pathOf } from "#app/shared/public-pages.ts";
import type { TableOverlay } from "#db/overlay.ts";
import type { PreviewInput } from "./preview.contract.ts";
import { entryOverlay, insertPreview, type Preview, textOverlay } from "./preview.repository.server.ts";

/** How long a preview link stays valid. */
export const previewTtlMs = 15 * 60_000;

// A preview performs the actual save in a dry run, so it rejects whatever the save would reject. The resulting rows are
// stored, and the regular page code renders over them, so neither making nor viewing a preview waits for a writer or
// delays a lead.

/**
 * Stores a preview of a save that is not made.
 * @returns its path, with the fragment that shows the change
 * @throws whatever the save would throw
 */
export async function createPreview(
  { db, dryRun, config, now }: Pick<Deps, "db" | "dryRun" | "config" | "now">,
  input: PreviewInput,
): Promise<string> {
  const at = now();
  return storePreview({ db, config }, await dryRun((copy) => applyPreview(copy, input, at)), at);
}

/** @returns the path under which the preview can be seen, with its fragment */
export async function storePreview(
  { db, config }: Pick<Deps, "db" | "config">,
  preview: Preview,
  at: Date,
): Promise<string> {
  const { pathname, hash } = new URL(preview.address, config.publicUrl);
  return `/preview/${await insertPreview(db, { ...preview, address: pathname }, at)}${hash}`;
}

interface DraftPage {
  noun: string;
  slug: string;
  /** With the texts of the site: where to show them. */
  page: string;
}

const maxDrafted = 20;
/** The previews made last of drafts, by what they show; for each database. */
const drafted = new WeakMap<Db, Map<string, Preview>>();

/**
 * The page as it would be if the draft of an entry were published now, or the unpublished entry as it is. Made once for
 * each state of draft and content.
 * @throws whatever publishing would throw
 */
export async function previewDraft(deps: Pick<Deps, "db" | "dryRun" | "now">, shown: DraftPage): Promise<Preview> {
  const { db } = deps;
  const made = drafted.get(db) ?? new Map<string, Preview>();
  drafted.set(db, made);
  const state = await stateOf(db, shown);
  const known = made.get(state);
  if (known) return known;
  const preview = await makeDraftPreview(deps, shown);
  // Either may have changed in between.
  if ((await stateOf(db, shown)) !== state) return preview;
  const [oldest] = made.keys();
  if (oldest !== undefined && made.size >= maxDrafted) made.delete(oldest);
  made.set(state, preview);
  return preview;
}

async function stateOf(db: Db, { noun, slug, page }: DraftPage): Promise<string> {
  const state = await shownState(db, noun, slug);
  return JSON.stringify([noun, slug, noun === "site" && page, state?.fingerprint, await contentVersion(db)]);
}

function makeDraftPreview(
  { dryRun, now }: Pick<Deps, "dryRun" | "now">,
  { noun, slug, page }: DraftPage,
): Promise<Preview> {
  const target = findDraftTarget(noun);
  return dryRun(async (copy) => {
    const draft = await findDraft(copy, noun, slug);
    const { values } = target && draft ? await toPublish(target, copy, draft) : { values: {} };
    const input =
      noun === "site"
        ? { noun, page, body: { edits: Object.entries(values).map(([path, value]) => ({ path, value })) } }
        : { noun, slug, body: values };
    return applyPreview(copy, input as PreviewInput, now());
  });
}

/**
 * Makes the change that would be saved.
 * @returns the path and fragment of the page that shows it, and the rows
 * @throws whatever the save would throw
 */
function applyPreview(db: Db, input: PreviewInput, at: Date): Promise<Preview> {
  const content = findContent(input.noun);
  return content ? previewEntry(db, content, input, at) : previewTexts(db, input, at);
}

async function previewEntry(
  db: Db,
  { type, schemas, repository, partRows }: ServedContent,
  { slug, body }: PreviewInput,
  at: Date,
): Promise<Preview> {
  const shown = (schema: z.ZodType) => ({ ...(check(schema, body) as object), published: true });
  const before = slug ? await partRows?.(db, slug) : undefined;
  const entry: AnyEntry = slug
    ? await repository.update(db, await repository.get(db, slug, { publishedOnly: false }), shown(schemas.change), at)
    : await repository.insert(db, shown(schemas.input), at);
  // Positions count from 1, so 0 comes first.
  const overlay = await entryOverlay(db, tableOf(type), entry.slug, type.previewedFirst ? { position: 0 } : {});
  const parts = await partRows?.(db, entry.slug);
  const overlays = parts ? [overlay, ...changedRows(parts, before?.rows ?? [])] : [overlay];
  return { address: type.page(entry), ...(slug && { entry: { table: tableOf(type), slug } }), overlays };
}

/** The rows that a save has added or changed. */
function changedRows({ table, rows }: Pick<TableOverlay, "table" | "rows">, before: TableOverlay["rows"]) {
  const known = new Map(before.map((row) => [row.id, row]));
  const changed = rows.filter((row) => !isSame(row, known.get(row.id)));
  return changed.length > 0 ? [{ table, key: "id", rows: changed, gone: [] }] : [];
}

async function previewTexts(db: Db, { body, page = "home" }: PreviewInput, at: Date): Promise<Preview> {
  const edits = siteEditInput.omit({ version: true }).array().max(500);
  const done = await applyEdits(db, check(edits, body.edits), at);
  const texts = await textOverlay(
    db,
    done.map(({ path }) => path),
  );
  if (page === "gone") {
    const gone = await trashedProject(db, at);
    return { address: `/details/${gone.number}`, overlays: [...texts, await entryOverlay(db, "project", gone.slug)] };
  }
  return { address: await previewAddress(db, page), overlays: texts };
}

async function trashedProject(db: Db, at: Date) {
  const project = await projectRepository.insert(db, check(projectInput, { title: "Gone" }), at);
  await projectRepository.moveToTrash(db, project.slug, at);
  return project;
}

/** The address of a page on which its texts can be seen. */
export async function previewAddress(db: Db, page: PreviewPage): Promise<string> {
  if (page !== "details") return pathOf(page);
  const [first] = await listProjectHeads(db, { limit: 1 });
  return first ? `/details/${first.number}` : "/portfolio";
}
