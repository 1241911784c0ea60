import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";
import { email } from "#app/shared/shape.ts";

/** What was erased of a person, for the office's files. */
export const receipt = z.object({
  email: z.string(),
  /** ISO 8601, UTC. */
  erasedAt: z.string(),
  /** Rows by kind: quotes, subscriptions, their mails, and the answers kept for their keys. */
  erased: z.object({ quotes: z.number(), subscriptions: z.number(), mails: z.number(), keys: z.number() }),
  /**
   * What was erased, in the database's files: `overwritten` already, `pending` while a large database is being overwritten, `vacuum`
   * where PostgreSQL does so at its next VACUUM.
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
