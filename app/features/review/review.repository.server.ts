import { contentRepository, isOnlyPublishing } from "#app/platform/content/content.repository.server.ts";
import { reviewType } from "./review.type.ts";

const base = contentRepository(reviewType);

export const reviewRepository: typeof base = {
  ...base,
  /** Saving a sample's text makes it the editor's own; showing or hiding it does not. */
  update(db, current, change, at, readOnly) {
    const isSample = current.isSample && isOnlyPublishing(current, change);
    return base.update(db, current, change, at, { isSample, ...readOnly });
  },
};
