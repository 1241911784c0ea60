import type { z } from "zod";
import { toPublish } from "#app/features/draft/draft.service.server.ts";
import { findDraftTarget } from "#app/features/draft/draft-targets.service.server.ts";
import { projectInput } from "#app/features/project/project.contract.ts";
import { listProjectHeads, projectRepository } from "#app/features/project/project.repository.server.ts";
import { siteEditInput } from "#app/features/site-content/site-content.contract.ts";
import { applyEdits } from "#app/features/site-content/site-content.service.server.ts";
import { findContent } from "#app/platform/content/content-registry.server.ts";
import { tableOf } from "#app/platform/content/content-row.repository.server.ts";
import { findDraft } from "#app/platform/content/draft.repository.server.ts";
import type { ServedContent } from "#app/platform/content/served-content.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { check } from "#app/platform/http.server.ts";
import type { AnyEntry } from "#app/shared/content-type.ts";
import { type PreviewPage, pathOf } from "#app/shared/public-pages.ts";
import type { PreviewInput } from "./preview.contract.ts";
import { insertPreview, putFirst } from "./preview.repository.server.ts";

/** How long a preview link stays valid. */
export const previewTtlMs = 15 * 60_000;

// A preview performs the actual save in a dry run, so it rejects whatever the save would reject, and the regular page code
// renders the result there. What it writes is not stored, and neither making nor viewing a preview waits for a writer or
// delays a lead.

/**
 * Stores what a preview shows: a save that is not made.
 * @returns its path, with the fragment that shows the change
 * @throws whatever the save would throw
 */
export async function createPreview(
  { db, dryRun, config, now }: Pick<Deps, "db" | "dryRun" | "config" | "now">,
  input: PreviewInput,
): Promise<string> {
  const at = now();
  const address = await dryRun((copy) => previewSave(copy, input, at));
  const { hash } = new URL(address, config.publicUrl);
  return `/preview/${await insertPreview(db, { save: input }, at)}${hash}`;
}

interface DraftPage {
  noun: string;
  slug: string;
  /** With the texts of the site: where to show them. */
  page: string;
}

/**
 * Publishes the draft of an entry, or the unpublished entry as it is, in a dry run.
 * @returns the path and fragment of the page that shows it
 * @throws whatever publishing would throw
 */
export async function previewDraft(copy: Db, { noun, slug, page }: DraftPage, at: Date): Promise<string> {
  const target = findDraftTarget(noun);
  const draft = await findDraft(copy, noun, slug);
  const { values } = target && draft ? await toPublish(target, copy, draft) : { values: {} };
  const input =
    noun === "site"
      ? { noun, page, body: { edits: Object.entries(values).map(([path, value]) => ({ path, value })) } }
      : { noun, slug, body: values };
  return previewSave(copy, input as PreviewInput, at);
}

/**
 * Saves, in a dry run.
 * @returns the path and fragment of the page that shows the change
 * @throws whatever the save would throw
 */
export function previewSave(copy: Db, input: PreviewInput, at: Date): Promise<string> {
  const content = findContent(input.noun);
  return content ? previewEntry(copy, content, input, at) : previewTexts(copy, input, at);
}

async function previewEntry(
  db: Db,
  { type, schemas, repository }: ServedContent,
  { slug, body }: PreviewInput,
  at: Date,
): Promise<string> {
  const shown = (schema: z.ZodType) => ({ ...(check(schema, body) as object), published: true });
  const entry: AnyEntry = slug
    ? await repository.update(db, await repository.get(db, slug, { publishedOnly: false }), shown(schemas.change), at)
    : await repository.insert(db, shown(schemas.input), at);
  if (type.previewedFirst) await putFirst(db, tableOf(type), entry.slug);
  return type.page(entry);
}

async function previewTexts(db: Db, { body, page = "home" }: PreviewInput, at: Date): Promise<string> {
  const edits = siteEditInput.omit({ version: true }).array().max(500);
  await applyEdits(db, check(edits, body.edits), at);
  if (page !== "gone") return previewAddress(db, page);
  const project = await projectRepository.insert(db, check(projectInput, { title: "Gone" }), at);
  await projectRepository.moveToTrash(db, project.slug, at);
  return `/details/${project.number}`;
}

/** The address of a page on which its texts can be seen. */
export async function previewAddress(db: Db, page: PreviewPage): Promise<string> {
  if (page !== "details") return pathOf(page);
  const [first] = await listProjectHeads(db, { limit: 1 });
  return first ? `/details/${first.number}` : "/portfolio";
}
