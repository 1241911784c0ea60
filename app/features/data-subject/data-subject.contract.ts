import { z } from "zod";
import { get, post } from "#app/shared/endpoint.ts";
import { email } from "#app/shared/shape.ts";

/** Record of what was erased about a person, for the company's files. */
export const receipt = z.object({
  email: z.string(),
  /** ISO 8601, UTC. */
  erasedAt: z.string(),
  /**
   * Row counts: quotes, subscriptions, emails about them, the stored replies for their idempotency keys, links for
   * approval, whose answers go with them, and an invitation that has not been accepted.
   */
  erased: z.object({
    quotes: z.number(),
    subscriptions: z.number(),
    mails: z.number(),
    keys: z.number(),
    approvals: z.number(),
    invitations: z.number(),
  }),
  /**
   * The day (YYYY-MM-DD, in the site's time zone) in whose night SQLite's file loses the erased bytes, which nothing
   * reads any more. `null`: PostgreSQL reuses their space after its next VACUUM.
   */
  vacuumOn: z.string().nullable(),
});
export type Receipt = z.infer<typeof receipt>;

const days = (label: string) => {
  const message = `${label} has to be a whole number of days.`;
  return z.coerce.number(message).int(message).min(0, message).max(36_500, message).default(0);
};

/** Retention periods in days; 0 keeps for good. */
const retentionQuery = z.object({
  quotes: days("quotes"),
  spam: days("spam"),
  subscriptions: days("subscriptions"),
});
export type RetentionPeriods = z.infer<typeof retentionQuery>;

/** Row counts, the trash included. */
export const expired = z.object({
  quotes: z.number().int(),
  spam: z.number().int(),
  /** Without confirmed ones. */
  subscriptions: z.number().int(),
});
export type Expired = z.infer<typeof expired>;

export const dataSubjectApi = {
  expired: get("/data-subject/expired", {
    summary: "How many messages, suspected spam and unconfirmed addresses are older than these retention periods",
    query: retentionQuery,
    reply: expired,
  }),
  erase: post("/data-subject/erase", {
    summary: "Erase for good all that is kept of a person by e-mail address, the trash included, and get a receipt",
    body: z.object({ email: email() }),
    reply: receipt,
  }),
};
export type DataSubjectApi = typeof dataSubjectApi;
