import { z } from "zod";

/** Where one mail of a lead stands, as the office sees it. */
export const mailState = z.object({
  /** `quote-notice` to the office, `quote-receipt` to the visitor, `subscription-confirm` to the subscriber. */
  kind: z.string(),
  state: z.enum(["waiting", "sent", "failed"]),
  /** How often it was tried in vain, or until it was sent. */
  attempts: z.number().int(),
  /** What the mail server answered last, where it did not take the mail. */
  lastError: z.string().optional(),
  /** ISO 8601, UTC. */
  sentAt: z.string().optional(),
});
export type MailState = z.infer<typeof mailState>;
