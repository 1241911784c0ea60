import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";
import { email } from "#app/shared/shape.ts";

/** How the mail of the product fares. */
export const mailHealth = z.object({
  /** Whether SMTP_URL is set; without it no mail goes out and everything else works. */
  isConfigured: z.boolean(),
  /** The sender's address. */
  from: z.string(),
  waiting: z.number().int(),
  failed: z.number().int(),
  /** The newest trouble of a mail that has not left yet. */
  lastError: z.object({ kind: z.string(), subject: z.string(), message: z.string(), at: z.string() }).optional(),
  lastSentAt: z.string().optional(),
});
export type MailHealth = z.infer<typeof mailHealth>;

/** What came of a test mail. */
export const testOutcome = z.object({ isSent: z.boolean(), to: z.string(), answer: z.string() });

export const mailApi = {
  health: endpoint({
    method: "GET",
    path: "/mail/health",
    summary: "Whether mail is set up, what waits, what has failed and what the mail server said",
    reply: mailHealth,
  }),
  test: endpoint({
    method: "POST",
    path: "/mail/test",
    summary: "Send a test mail now, to the office's address or another, and tell the mail server's answer",
    body: z.object({ to: email().optional() }),
    reply: testOutcome,
    status: 200,
  }),
  retry: endpoint({
    method: "POST",
    path: "/mail/retry",
    summary: "Send all mails again that wait or have failed",
    reply: z.object({ mails: z.number().int() }),
    status: 200,
  }),
};
export type MailApi = typeof mailApi;
