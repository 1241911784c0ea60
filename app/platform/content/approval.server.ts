import type { Db } from "#app/platform/deps.ts";
import { sha256 } from "#app/platform/secret.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { isSame } from "#app/shared/merge.ts";
import { deleteApprovalsOf, entryHead, lastDecision, listRequiredLinks } from "./approval.repository.server.ts";
import { findContentType } from "./content-types.ts";
import { findDraft, forgetFailure, type StoredDraft, unscheduleDraft } from "./draft.repository.server.ts";
import type { Data } from "./history-shape.ts";
import { mergedDraft } from "./merged-draft.ts";

// An approval counts for the state that the client saw. That state is named by a fingerprint of the draft's changes and
// of the version they are shown over, which any later change of either alters.

/** What a client is shown of an entry. */
export interface ShownState {
  draft: StoredDraft | undefined;
  fingerprint: string;
  /** Whether visitors see this state already: there is neither a draft nor is the entry unpublished. */
  isLive: boolean;
}

/** The state of an entry, or of the site's texts; nothing if the entry does not exist or is in the trash. */
export async function shownState(db: Db, noun: string, slug: string): Promise<ShownState | undefined> {
  const type = findContentType(noun);
  const entry = type ? await entryHead(db, type, slug) : slug === "texts" ? { version: 0, published: 1 } : undefined;
  if (!entry) return undefined;
  const draft = await findDraft(db, noun, slug);
  const { published: _, ...changes } = draft?.changes ?? {};
  const fingerprint = sha256(String(entry.version), canonical(changes));
  return { draft, fingerprint, isLive: !draft && entry.published === 1 };
}

/** JSON with sorted keys, so that equal values give equal text. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** @returns the names of those whose approval of this state is required and missing */
export async function missingApprovals(db: Db, noun: string, slug: string, at: Date): Promise<string[]> {
  const state = await shownState(db, noun, slug);
  if (!state) return [];
  const missing: string[] = [];
  for (const { id, name } of await requiredLinks(db, { noun, slug, at }, state)) {
    const decision = await lastDecision(db, id);
    if (decision?.kind !== "approved" || decision.seen !== state.fingerprint) missing.push(name);
  }
  return missing;
}

/** The end of a link does not end the wait. A link that ended before this draft began was about an earlier one. */
function requiredLinks(db: Db, { noun, slug, at }: Pick<ApprovableSave, "noun" | "slug" | "at">, state: ShownState) {
  const always = "";
  return listRequiredLinks(db, noun, slug, state.draft?.createdAt ?? (state.isLive ? at.toISOString() : always));
}

const waitsFor = "This waits for the approval of ";

/** Why an entry is not published, as a sentence. */
export const waitsForApproval = (names: string[]): string =>
  `${waitsFor}${[...new Set(names)].join(", ")}. To publish it without, choose “Stop waiting” under Client approval.`;

/** @throws AppError `conflict` if the approval of this entry is awaited */
export async function requireApproval(db: Db, noun: string, slug: string, at: Date): Promise<void> {
  const missing = await missingApprovals(db, noun, slug, at);
  if (missing.length > 0) throw new AppError("conflict", waitsForApproval(missing));
}

/**
 * Once no approval is missing any more, a draft that was not published at its time for want of one is due again: but
 * only if they were given. If nobody waits for them any more, it loses its time, and is published by hand.
 */
export async function releaseDraft(
  db: Db,
  { noun, slug }: Pick<StoredDraft, "noun" | "slug">,
  at: Date,
  { isGiven }: { isGiven: boolean },
): Promise<void> {
  if ((await missingApprovals(db, noun, slug, at)).length > 0) return;
  await forgetFailure(db, { noun, slug, reason: waitsFor, keepsTime: isGiven });
}

/**
 * Deletes the links made for an email address. What waited for one must not be published without, nor name whom it waited
 * for.
 * @returns how many links
 */
export async function eraseApprovalsOf(db: Db, emailKey: string): Promise<number> {
  const links = await deleteApprovalsOf(db, emailKey);
  for (const { noun, slug, isRequired } of links) if (isRequired) await unscheduleDraft(db, noun, slug);
  return links.length;
}

interface ApprovableSave {
  noun: string;
  slug: string;
  /** The entry's values as its update call accepts them. */
  live: Data;
  /** Values as that call passes them on. */
  asSaved: (values: Data) => Data;
  body: Data;
  at: Date;
}

/**
 * Refuses a save that is to wait for a client: its approval is missing, or the save holds something else than what was
 * approved.
 * @throws AppError `conflict`
 */
export async function requireApprovedSave(
  db: Db,
  { noun, slug, live, asSaved, body, at }: ApprovableSave,
): Promise<void> {
  await requireApproval(db, noun, slug, at);
  const state = await shownState(db, noun, slug);
  const links = state ? await requiredLinks(db, { noun, slug, at }, state) : [];
  if (links.length === 0) return;
  const shown = asSaved({ ...live, ...(state?.draft && mergedDraft(state.draft, live).values) });
  const other = Object.keys(body).filter((field) => field !== "published" && !isSame(body[field], shown[field]));
  if (other.length === 0) return;
  const names = links.map(({ name }) => name);
  throw new AppError(
    "conflict",
    `This is not what ${[...new Set(names)].join(", ")} approved. Save it as a draft and ask again, or choose “Stop waiting” under Client approval.`,
  );
}
