import { quoteErasure } from "#app/features/quote/quote-erase.repository.server.ts";
import { subscriptionErasure } from "#app/features/subscription/subscription-erase.repository.server.ts";
import { contents } from "#app/platform/content/content-registry.server.ts";
import type { Trash } from "#app/platform/trash.server.ts";

/** Everything that can be moved to the trash and restored. */
export const trashes: Trash[] = [
  ...contents.flatMap(({ trash }) => trash),
  quoteErasure.trash,
  subscriptionErasure.trash,
];
