import { faqBin } from "#app/features/faq/faq.repository.server.ts";
import { jobBin } from "#app/features/job/job.repository.server.ts";
import { projectBin, projectDetailBin } from "#app/features/project/project.repository.server.ts";
import { quoteBin } from "#app/features/quote/quote-erase.repository.server.ts";
import { reviewBin } from "#app/features/review/review.repository.server.ts";
import { subscriptionBin } from "#app/features/subscription/subscription-erase.repository.server.ts";
import type { Bin } from "#app/platform/bin.server.ts";

/** Everything that goes to the trash and comes back from it. */
export const bins: Bin[] = [projectBin, projectDetailBin, jobBin, faqBin, reviewBin, quoteBin, subscriptionBin];
