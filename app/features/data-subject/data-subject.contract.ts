import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";
import { email } from "#app/shared/shape.ts";

/** Record of what was erased about a person, for the company's files. */
export const receipt = z.object({
  email: z.string(),
  /** ISO 8601, UTC. */
  erasedAt: z.string(),
  /**
   * Row counts: quotes, subscriptions, emails about them, the stored replies for their idempotency keys, and links for
   * approval, whose answers go with them.
   */
  erased: z.object({
    quotes: z.number(),
    subscriptions: z.number(),
    mails: z.number(),
    keys: z.number(),
    approvals: z.number(),
  }),
  /**
   * State of the erased bytes in the database files: `overwritten`, `pending` while a large database is being
   * overwritten, or `vacuum` if PostgreSQL overwrites them in its next VACUUM.
   */
  bytes: z.enum(["overwritten", "pending", "vacuum"]),
});
export type Receipt = z.infer<typeof receipt>;

export const dataSubjectApi = {
  erase: endpoint({
    method: "POST",
    path: "/person/erase",
    summary: "Erase for good all that is kept of a person by e-mail address, the trash included, and get a receipt",
    body: z.object({ email: email() }),
    reply: receipt,
    status: 200,
  }),
};
export type DataSubjectApi = typeof dataSubjectApi;
