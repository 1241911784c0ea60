import { userNames } from "#app/platform/accounts/user-name.repository.server.ts";
import { findDraft, type StoredDraft } from "#app/platform/content/draft.repository.server.ts";
import { pick } from "#app/platform/content/merged-draft.ts";
import { draftMarks } from "#app/platform/content/waiting-drafts.repository.server.ts";
import type { Db } from "#app/platform/deps.ts";
import { office, type Route, route } from "#app/platform/http.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { type Draft, draftApi } from "./draft.contract.ts";
import { discard, inShape, publishDraft, restore, saveDraft, setPublishTime } from "./draft.service.server.ts";
import { type DraftTarget, findDraftTarget } from "./draft-targets.service.server.ts";

export const draftRoutes: Route[] = [
  route(draftApi.marks, ({ deps: { db }, params, query }) => draftMarks(db, targetOf(params.noun).noun, query.slugs)),
  route(draftApi.view, async ({ deps: { db }, params: { noun, slug } }) => {
    const draft = await findDraft(db, targetOf(noun).noun, slug);
    return draft ? await shown(db, draft) : null;
  }),
  route(draftApi.save, async (call) => {
    const { deps, params, body } = call;
    const saving = saveDraft(targetOf(params.noun), deps, params.slug, body, office(call).id);
    return await shown(deps.db, await orStale(deps.db, saving));
  }),
  route(draftApi.schedule, async (call) => {
    const { deps, params, query, body } = call;
    const at = body.publishAt === null ? null : new Date(body.publishAt);
    const by = { userId: office(call).id, version: query.over };
    const setting = setPublishTime(targetOf(params.noun), deps, params.slug, at, by);
    return await shown(deps.db, await orStale(deps.db, setting));
  }),
  route(draftApi.publish, async (call) => {
    const { deps, params, query } = call;
    const by = { userId: office(call).id, version: query.over };
    return await orStale(deps.db, publishDraft(targetOf(params.noun), deps, params.slug, by));
  }),
  route(draftApi.discard, async ({ deps, params: { noun, slug }, query }) => {
    await orStale(deps.db, discard(targetOf(noun), deps, slug, query.over));
    return { slug };
  }),
  route(
    draftApi.restore,
    async ({ deps, params: { noun, slug } }) => await shown(deps.db, await restore(targetOf(noun), deps, slug)),
  ),
];

function targetOf(noun: string): DraftTarget {
  const target = findDraftTarget(noun);
  if (!target) throw new AppError("not_found", "There are no drafts of this kind.");
  return target;
}

async function shown(db: Db, draft: StoredDraft): Promise<Draft> {
  const {
    userId,
    updatedAt,
    id: _,
    shape: __,
    scheduledBy: ___,
    createdAt: ____,
    ...rest
  } = inShape(targetOf(draft.noun), draft);
  const names = await userNames(db, [userId]);
  // Without what is only remembered of the entry.
  const base = pick(rest.base, Object.keys(rest.changes));
  return { ...rest, base, author: names.get(userId) ?? "", savedAt: updatedAt };
}

/** A refusal brings the draft as it is now. */
async function orStale<T>(db: Db, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "stale" && error.data)) throw error;
    throw new AppError("stale", error.message, { data: await shown(db, error.data as StoredDraft) });
  }
}
