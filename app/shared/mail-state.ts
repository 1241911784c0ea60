import { z } from "zod";

/** Delivery state of one of a lead's emails, for the back office. */
export const mailState = z.object({
  /** Name of its template (app/features/mail/templates.service.server.ts); `app/ui/admin/inbox/mail-line.tsx` labels each. */
  kind: z.string(),
  state: z.enum(["waiting", "sent", "failed"]),
  /** Number of failed attempts or, once sent, of all attempts. */
  attempts: z.number().int(),
  /** The mail server's last reply, if it refused the email. */
  lastError: z.string().optional(),
  /** ISO 8601, UTC. */
  sentAt: z.string().optional(),
});
export type MailState = z.infer<typeof mailState>;
