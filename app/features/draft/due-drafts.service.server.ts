import { insertActivity } from "#app/platform/activity.repository.server.ts";
import { releaseDraft } from "#app/platform/content/approval.server.ts";
import { markDraftFailed, type StoredDraft } from "#app/platform/content/draft.repository.server.ts";
import { listDueDrafts } from "#app/platform/content/waiting-drafts.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { AppError } from "#app/shared/app-error.ts";
import { isDatabaseUnavailable } from "#db/failures.ts";
import { publishDraft } from "./draft.service.server.ts";
import { findDraftTarget } from "./draft-targets.service.server.ts";

/** Reads a few at a time, so that many that are due together do not fill the memory. */
const dueAtOnce = 20;
/** A draft published later than this was late: no instance was running at its time. */
const lateMs = 2 * 60_000;

/**
 * Publishes the drafts whose time has come. Of several instances one publishes each: it deletes the draft in the
 * transaction that saves the entry. One that cannot be published keeps the reason and is not retried automatically.
 */
export async function publishDueDrafts(deps: Pick<Deps, "db" | "now" | "pages" | "log">): Promise<void> {
  for (;;) {
    const due = await listDueDrafts(deps.db, deps.now(), dueAtOnce);
    for (const draft of due) await publishDue(deps, draft);
    if (due.length < dueAtOnce) return;
  }
}

async function publishDue(deps: Pick<Deps, "db" | "now" | "pages" | "log">, draft: StoredDraft): Promise<void> {
  const { db, log, now } = deps;
  const { noun, slug, version } = draft;
  const userId = draft.scheduledBy ?? draft.userId;
  const target = findDraftTarget(noun);
  const subject = `${noun}/${slug}`;
  try {
    if (!target) throw new AppError("not_found", "This release does not know this kind of entry.");
    await publishDraft(target, deps, slug, { userId, isDue: true, version });
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    if (!(error instanceof AppError)) log.error("draft not published", { noun, slug, ...errorFacts(error) });
    const failure = failureOf(error, target !== undefined);
    return db.transaction().execute(async (trx) => {
      // Not marked if another instance has published it, or somebody has changed or discarded it meanwhile.
      if (!(await markDraftFailed(trx, draft, failure))) return;
      // It may have been given after it was missed here.
      await releaseDraft(trx, draft, now(), { isGiven: true });
      await insertActivity(trx, { kind: "draft-failed", subject, userId: null, at: now() });
      // Without the reason, which Today shows: it may name a client.
      log.warn("draft not published", { noun, slug });
    });
  }
  const byMs = now().getTime() - Date.parse(draft.publishAt ?? now().toISOString());
  log.info("draft published", { noun, slug, lateMs: byMs });
  if (byMs > lateMs) await insertActivity(db, { kind: "draft-late", subject, userId: null, at: now() });
}

/** As it is read where the draft is: of an entry that had been deleted, once that is back. */
function failureOf(error: unknown, isKnown: boolean): string {
  if (!(error instanceof AppError)) return "Something went wrong on our side; the log says why.";
  const wasDeleted = error.code === "not_found" && isKnown;
  return wasDeleted ? "The entry was in the trash at that time. Set a time again, or publish it now." : error.message;
}
