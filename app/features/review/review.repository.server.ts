import { ContentRepository, isOnlyPublishing } from "#app/platform/content/content.repository.server.ts";
import type { ChangeOf, EntryOf } from "#app/shared/content-type.ts";
import type { Db } from "#db/schema.ts";
import { reviewType } from "./review.type.ts";

class ReviewRepository extends ContentRepository<typeof reviewType> {
  /** Saving a sample's text makes it the editor's own; showing or hiding it does not. */
  override update(
    db: Db,
    current: EntryOf<typeof reviewType>,
    change: ChangeOf<typeof reviewType>,
    at: Date,
    readOnly?: Record<string, unknown>,
  ) {
    const isSample = current.isSample && isOnlyPublishing(current, change);
    return super.update(db, current, change, at, { isSample, ...readOnly });
  }
}

export const reviewRepository = new ReviewRepository(reviewType);
