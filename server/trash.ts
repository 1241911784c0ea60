import { faqTrash } from "#app/features/faq/faq.repository.server.ts";
import { jobTrash } from "#app/features/job/job.repository.server.ts";
import { projectDetailTrash, projectTrash } from "#app/features/project/project.repository.server.ts";
import { quoteTrash } from "#app/features/quote/quote-erase.repository.server.ts";
import { reviewTrash } from "#app/features/review/review.repository.server.ts";
import { subscriptionTrash } from "#app/features/subscription/subscription-erase.repository.server.ts";
import type { Trash } from "#app/platform/trash.server.ts";

/** Everything that goes to the trash and comes back from it. */
export const trashes: Trash[] = [
  projectTrash,
  projectDetailTrash,
  jobTrash,
  faqTrash,
  reviewTrash,
  quoteTrash,
  subscriptionTrash,
];
