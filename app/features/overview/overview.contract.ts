import { z } from "zod";
import { contentTypes } from "#app/platform/content-types.ts";
import { endpoint } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { text } from "#app/shared/shape.ts";

/** What is to be done before the site is shown to clients. The admin has the words; the server says what is left. */
export const setUpTask = z.enum([
  "first-password",
  "admin-email",
  "public-url",
  "trust-proxy",
  "mail",
  "phone",
  "email",
  "hr-email",
  "notify-email",
  "social-links",
  "sample-reviews",
  "security-contact",
]);
export type SetUpTask = z.infer<typeof setUpTask>;

/** What somebody has to look at now; the same is posted to ALERT_WEBHOOK_URL. */
export const alert = z.object({ kind: z.enum(["database", "disk", "mail", "worker", "backup"]), message: z.string() });
export type Alert = z.infer<typeof alert>;

/** Of the backups that the site makes by itself. */
const backup = z.object({
  /** When the last one was made that was restored and compared since; `null`: none was yet. ISO 8601. */
  provedAt: z.string().nullable(),
  /** The last one failed, could not be proved, or is too old. */
  isTrouble: z.boolean(),
});

export const overview = z.object({
  alerts: z.array(alert),
  /** The database was found damaged; the figures are 0 where they could not be read. */
  isDamaged: z.boolean(),
  /** `null`: the site makes none (BACKUP_DIR). */
  backup: backup.nullable(),
  /** Set-up tasks that are still open, in the order to do them. */
  tasks: z.array(setUpTask),
  /** How many there are: quotes and subscriptions of the last seven days, entries that visitors do not see. */
  newQuotes: z.number().int(),
  newSubscriptions: z.number().int(),
  drafts: z.number().int(),
  /** The same by kind. */
  draftsOf: z.object(
    Object.fromEntries(contentTypes.map(({ name }) => [name, z.number().int()])) as Record<string, z.ZodNumber>,
  ),
});
export type Overview = z.infer<typeof overview>;

export const overviewApi = {
  view: endpoint({
    method: "GET",
    path: "/overview",
    summary: "What is left to set up, and what is new",
    reply: overview,
  }),
  downloadBackup: endpoint({
    method: "POST",
    path: "/backup/download",
    summary: "The address of the newest proved backup, which works once and for a minute",
    body: z.object({ currentPassword: text("Current password", limits.password) }),
    reply: z.object({ address: z.string() }),
    failures: ["not_found", "conflict", "too_many"],
  }),
};
export type OverviewApi = typeof overviewApi;
