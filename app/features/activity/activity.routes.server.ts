import { restore as restoreDraft } from "#app/features/draft/draft.service.server.ts";
import { draftTargets } from "#app/features/draft/draft-targets.service.server.ts";
import { changeLead } from "#app/features/quote/quote.service.server.ts";
import { undoMany } from "#app/features/quote/quote-bulk.service.server.ts";
import { restoreState } from "#app/features/revision/revision.service.server.ts";
import { restoreSite } from "#app/features/site-as-of/site-as-of.routes.server.ts";
import { contentSections } from "#app/features/site-content/defaults/sections.ts";
import { saveEdits } from "#app/features/site-content/site-content.service.server.ts";
import { siteFields } from "#app/features/site-content/site-fields.service.server.ts";
import { restoreSortOrder } from "#app/features/sort-order/sort-order.service.server.ts";
import { subscriptions } from "#app/features/subscription/subscription-bulk.repository.server.ts";
import { discard, restore } from "#app/features/trash/trash.service.server.ts";
import { trashes } from "#app/features/trash/trashes.service.server.ts";
import { insertActivity } from "#app/platform/activity.repository.server.ts";
import { undoInBulk } from "#app/platform/bulk-change.server.ts";
import { removeEntry } from "#app/platform/content.server.ts";
import { findContent } from "#app/platform/contents.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { inCurrentShape } from "#app/platform/history-shape.ts";
import { office, type Route, route } from "#app/platform/http.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { AnyEntry } from "#app/shared/content-type.ts";
import { activityApi } from "./activity.contract.ts";
import { type FoundActivity, type FoundChange, leadsOf, statesOf, statusBefore } from "./activity.repository.server.ts";
import { describeActivity, getActivity, listActivity, placeIn, readWords } from "./activity.service.server.ts";

const siteNames = new Map(
  contentSections.flatMap(({ title, fields }) =>
    fields.map(({ path, label }) => [path, `${title}: ${label}`] as const),
  ),
);
const siteName = (path: string) => siteNames.get(path);

/** One list of all activities, with Undo for each. */
export const activityRoutes: Route[] = [
  route(activityApi.list, async ({ deps, query }) => ({ data: await listActivity(deps.db, siteName, query) })),
  route(activityApi.words, async ({ deps, params }) => ({ data: await readWords(deps.db, params.id) })),
  route(activityApi.undo, async (call) => ({ data: await undo(call.deps, call.params.id, office(call).id) })),
];

/** @throws AppError `not_found`; `conflict` with the reason if it would overwrite later work */
async function undo(deps: Deps, id: string, userId: number): Promise<{ isDone: boolean }> {
  const found = await getActivity(deps.db, id);
  const [told] = await describeActivity(deps.db, siteName, [found]);
  if (told?.undo.can === false) throw new AppError("conflict", told.undo.reason);
  try {
    return { isDone: (await undoActivity(deps, found, userId)) ?? true };
  } catch (error) {
    if (error instanceof AppError && (error.code === "stale" || error.code === "not_found"))
      throw new AppError("conflict", "Somebody has just changed it. Load the list again.");
    throw error;
  }
}

async function undoActivity(deps: Deps, found: FoundActivity, userId: number): Promise<boolean | undefined> {
  switch (found.source) {
    case "change":
      await undoRevision(deps, found, userId);
      return;
    case "bulk":
      return (
        found.noun === "quote"
          ? await undoMany(deps, found.id, userId)
          : await undoInBulk(deps, subscriptions, found.id, userId)
      ).isDone;
    case "lead": {
      const [lead] = await leadsOf(deps.db, { ids: [found.quoteId], slugs: [] });
      const status = (await statusBefore(deps.db, found)) as "new";
      if (!lead) throw new AppError("conflict", "This message has been erased.");
      await changeLead(deps, lead.slug, { status }, userId);
      return;
    }
    case "activity": {
      if (found.kind === "site-set-back") {
        await restoreSite(deps, new Date(Date.parse(found.createdAt) - 2), { userId });
        return;
      }
      const drafted = found.kind === "draft-discarded" && placeIn(found.subject);
      const target = drafted && draftTargets.find(({ noun }) => noun === drafted.noun);
      if (drafted && target) {
        await restoreDraft(target, deps, drafted.slug);
        await insertActivity(deps.db, { kind: "draft-restored", subject: found.subject, userId, at: deps.now() });
        return;
      }
      const [kind, did] = found.kind.split(/-(.*)/) as [string, string];
      const place = { kind: kind === "lead" ? "quote" : kind, id: found.subject };
      if (did === "spam" || did === "not-spam")
        await changeLead(deps, found.subject, { isSpam: did !== "spam" }, userId);
      else if (did === "deleted") await restore(trashes, deps, place, userId);
      else await discard(trashes, deps, place, userId);
      const back = { spam: "not-spam", "not-spam": "spam", deleted: "restored", restored: "deleted" }[did];
      if (back)
        await insertActivity(deps.db, { kind: `${kind}-${back}`, subject: found.subject, userId, at: deps.now() });
    }
  }
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
    await saveEdits(siteFields, { deps, noun, userId }, [edit]);
    return;
  }
  const served = findContent(noun);
  if (!served) return;
  const { repository: entries } = served;
  const writing = { deps, noun, userId };
  if (action === "create") await removeEntry<AnyEntry>(writing, slug, (db, at) => entries.moveToTrash(db, slug, at));
  else if (action === "delete") await restore(trashes, deps, { kind: noun, id: slug }, userId);
  else if (action === "restore") await discard(trashes, deps, { kind: noun, id: slug }, userId);
  else {
    if (!stored) throw new AppError("conflict", "The state before it is not stored.");
    await restoreState(writing, served, slug, stored, version);
  }
}
