import { restore as restoreDraft } from "#app/features/draft/draft.service.server.ts";
import { findDraftTarget } from "#app/features/draft/draft-targets.service.server.ts";
import { leadStatus } from "#app/features/quote/quote.contract.ts";
import { changeLead } from "#app/features/quote/quote.service.server.ts";
import { undoMany } from "#app/features/quote/quote-bulk.service.server.ts";
import { restoreState } from "#app/features/revision/revision.service.server.ts";
import { beforeRestore, restoreSite } from "#app/features/site-as-of/site-as-of.service.server.ts";
import { saveEdits } from "#app/features/site-content/site-content.service.server.ts";
import { restoreSortOrder } from "#app/features/sort-order/sort-order.service.server.ts";
import { subscriptions } from "#app/features/subscription/subscription-bulk.repository.server.ts";
import { moveEntry } from "#app/features/trash/trash.service.server.ts";
import { insertActivity } from "#app/platform/activity.repository.server.ts";
import { findContent } from "#app/platform/content/content-registry.server.ts";
import { removeEntry } from "#app/platform/content/content-write.server.ts";
import { inCurrentShape } from "#app/platform/content/history-shape.ts";
import { contentVersion } from "#app/platform/content/revision.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { undoInBulk } from "#app/platform/inbox/bulk-change.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { BulkUndone } from "#app/shared/bulk.ts";
import { isSame } from "#app/shared/merge.ts";
import {
  type FoundActivity,
  type FoundChange,
  type FoundEvent,
  type FoundOther,
  leadsOf,
  statesOf,
  statusBefore,
} from "./activity.repository.server.ts";
import { describeActivity, getActivity, placeIn } from "./activity.service.server.ts";

/**
 * Undoes an activity with the same services as any other write.
 * @returns what is undone; a bulk change may take several calls
 * @throws AppError `not_found`; `conflict` with the reason if it would overwrite later work
 */
export async function undo(deps: Deps, id: string, userId: number): Promise<BulkUndone> {
  const found = await getActivity(deps.db, id);
  // Read before it is decided whether it can be undone, so that a save in between is noticed.
  const version = await contentVersion(deps.db);
  const [described] = await describeActivity(deps.db, [found]);
  if (described?.undo.can === false) throw new AppError("conflict", described.undo.reason);
  try {
    return (await undoFound(deps, found, { userId, version })) ?? { undone: 1, left: 0, isDone: true };
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code === "stale") throw new AppError("conflict", "Somebody has just changed it. Load the list again.");
    // A draft can be discarded before its entry is deleted.
    if (code === "not_found")
      throw new AppError("conflict", "What it belongs to has been deleted: restore that first.");
    throw error;
  }
}

interface Undoing {
  userId: number;
  /** Version of the content for which it was decided that it can be undone. */
  version: number;
}

async function undoFound(
  deps: Deps,
  found: FoundActivity,
  { userId, version }: Undoing,
): Promise<BulkUndone | undefined> {
  switch (found.source) {
    case "change":
      await undoRevision(deps, found, userId);
      return;
    case "bulk":
      return found.noun === "quote"
        ? undoMany(deps, found.id, userId)
        : undoInBulk(deps, subscriptions, found.id, userId);
    case "lead":
      await undoStatus(deps, found, userId);
      return;
    case "activity":
      if (found.kind === "site-set-back") await restoreSite(deps, beforeRestore(found.createdAt), { userId, version });
      else if (found.kind === "draft-discarded") await undoDiscard(deps, found, userId);
      else await undoInboxChange(deps, found, userId);
  }
}

async function undoStatus(deps: Deps, found: FoundEvent, userId: number): Promise<void> {
  const [lead] = await leadsOf(deps.db, { ids: [found.quoteId], slugs: [] });
  if (!lead) throw new AppError("conflict", "This message has been erased.");
  await changeLead(deps, lead.slug, { status: leadStatus.parse(await statusBefore(deps.db, found)) }, userId);
}

async function undoDiscard(deps: Deps, { subject }: FoundOther, userId: number): Promise<void> {
  const place = placeIn(subject);
  const target = place && findDraftTarget(place.noun);
  if (!target) throw new AppError("conflict", "This release has no such entries.");
  await restoreDraft(target, deps, place.slug);
  await insertActivity(deps.db, { kind: "draft-restored", subject, userId, at: deps.now() });
}

/** Leads and subscriptions, which record by themselves what is done to them. */
async function undoInboxChange(deps: Deps, { kind, subject }: FoundOther, userId: number): Promise<void> {
  const [noun, done] = kind.split(/-(.*)/);
  const place = { kind: noun === "lead" ? "quote" : "subscription", id: subject };
  if (done === "spam" || done === "not-spam") await changeLead(deps, subject, { isSpam: done !== "spam" }, userId);
  else await moveEntry(deps, done === "deleted" ? "restore" : "delete", place, userId);
}

async function undoRevision(deps: Deps, found: FoundChange, userId: number): Promise<void> {
  const { noun, slug, version, action } = found;
  if (noun === "order") {
    await restoreSortOrder({ deps, noun: slug, userId }, version - 1, version);
    return;
  }
  const [, stored] = await statesOf(deps.db, found);
  const before = stored && inCurrentShape(noun, stored);
  if (noun === "site") {
    const value = (before?.data.value ?? null) as string | null;
    const edit = { path: slug, value, version: action === "delete" ? 0 : version };
    await saveEdits({ deps, noun, userId }, [edit]);
    return;
  }
  const served = findContent(noun);
  if (!served) return;
  const { repository: entries } = served;
  const writing = { deps, noun, userId };
  if (action === "create") await removeEntry(writing, entries, slug);
  else if (action === "delete") await moveEntry(deps, "restore", { kind: noun, id: slug }, userId);
  // Earlier builds called it so when a section was restored, which makes a new version.
  else if (action === "restore" && before?.data.version === version)
    await moveEntry(deps, "delete", { kind: noun, id: slug }, userId);
  else {
    if (!stored) throw new AppError("conflict", "The state before it is not stored.");
    const entry = await entries.get(deps.db, slug, { publishedOnly: false });
    if (isSame({ ...entry, version: 0 }, { ...before?.data, version: 0 }))
      throw new AppError("conflict", "What it changed has been erased since.");
    await restoreState(writing, served, slug, stored, version);
  }
}
