import { updateEntry, type Writing } from "#app/platform/content/content-write.server.ts";
import { inCurrentShape } from "#app/platform/content/history-shape.ts";
import { type ServedContent, settlePublishing } from "#app/platform/content/served-content.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { type AnyEntry, marksOf } from "#app/shared/content-type.ts";

/**
 * Saves an entry as it was in a stored state, with the marks that it had then, as a new version.
 * @throws AppError `not_found`, also for an entry in the trash; `stale` with the current entry; `conflict` if the state
 * does not fit this release, or would become public without a client's approval that is awaited
 */
export function restoreState(
  writing: Writing,
  content: ServedContent,
  slug: string,
  stored: { shape: number; data: Record<string, unknown> },
  ifMatch: number | undefined,
): Promise<AnyEntry> {
  const { type, schemas, repository } = content;
  const { data, isCurrent } = inCurrentShape(type.name, stored);
  if (!isCurrent)
    throw new AppError("conflict", "An earlier release stored this in fields that this release does not have.");
  const body = schemas.change.parse(type.history?.restored?.(data) ?? data) as object;
  return updateEntry<AnyEntry>(writing, repository, slug, ifMatch, async (db, current, at) => {
    if (data.published && !current.published) await settlePublishing(db, content, current, body, at);
    return repository.update(db, current, body, at, marksOf(type, stored.data));
  });
}
