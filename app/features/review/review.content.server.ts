import { serveContent } from "#app/platform/served-content.server.ts";
import { reviewRepository } from "./review.repository.server.ts";
import { reviewType } from "./review.type.ts";

/** What reviews do differently: they forget to be samples when their words are changed. */
export default serveContent(reviewType, { repository: reviewRepository });
