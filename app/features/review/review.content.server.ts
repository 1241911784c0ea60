import { serveContent } from "#app/platform/content/served-content.server.ts";
import { reviewRepository } from "./review.repository.server.ts";
import { reviewType } from "./review.type.ts";

/** What is specific to reviews: a sample whose text is changed is no longer a sample. */
export default serveContent(reviewType, { repository: reviewRepository });
