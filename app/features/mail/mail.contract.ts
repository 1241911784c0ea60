import { z } from "zod";
import { get, post } from "#app/shared/endpoint.ts";
import { email, listQuery } from "#app/shared/shape.ts";

/** State of the product's email delivery. */
export const mailHealth = z.object({
  /** Whether a mail server is set; without one no mail is sent and everything else works. */
  isConfigured: z.boolean(),
  /** The sender's address. */
  from: z.string(),
  /** Why mail is not being sent, in plain language: the mail server is at fault, or mail to the company is rejected. */
  trouble: z.string().optional(),
  waiting: z.number().int(),
  failed: z.number().int(),
  /** The most recent error of a mail not sent yet. */
  lastError: z.object({ kind: z.string(), reference: z.string(), message: z.string(), at: z.string() }).optional(),
  lastSentAt: z.string().optional(),
});
export type MailHealth = z.infer<typeof mailHealth>;

/** A mail that has not been sent: it has failed, or is waiting after an unsuccessful attempt. */
const unsentMail = z.object({
  id: z.number().int(),
  /** Same values as in `mailState`. */
  kind: z.string(),
  /** Slug of the lead. */
  reference: z.string(),
  /** The sender of the lead; absent if the lead has been deleted. */
  email: z.string().optional(),
  state: z.enum(["waiting", "failed"]),
  attempts: z.number().int(),
  lastError: z.string().optional(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  triedAt: z.string().optional(),
});
export type UnsentMail = z.infer<typeof unsentMail>;

const unsentQuery = z.object({
  limit: listQuery.shape.limit,
  /** Id of the last mail received so far: returns those before it. */
  before: z.coerce.number("before has to be a number.").int("before has to be a number.").optional(),
});

/** Result of a test mail. */
const testOutcome = z.object({ isSent: z.boolean(), to: z.string(), answer: z.string() });

export const mailApi = {
  health: get("/mail/health", {
    summary: "Whether mail is set up, what waits, what has failed and what the mail server said",
    reply: mailHealth,
  }),
  test: post("/mail/test", {
    summary: "Send a test mail now, to the office's address or another, and return the mail server's answer",
    body: z.object({ to: email().optional() }),
    reply: testOutcome,
    failures: ["conflict"],
  }),
  unsent: get("/mail/unsent", {
    summary: "Mails that failed or wait for another attempt, newest first, at most `limit` (100) of them",
    query: unsentQuery,
    reply: z.array(unsentMail),
    list: true,
  }),
  retryOne: post("/mail/retry/:reference", {
    summary: "Send the mails of one lead again that wait or have failed",
    reply: z.object({ mails: z.number().int() }),
  }),
  retry: post("/mail/retry", {
    summary: "Send all mails again that wait or have failed, but no acknowledgement to a visitor after three days",
    reply: z.object({ mails: z.number().int() }),
  }),
};
export type MailApi = typeof mailApi;
