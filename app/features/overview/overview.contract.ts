import { z } from "zod";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { endpoint } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { text } from "#app/shared/shape.ts";

/**
 * Tasks to complete before the site is shown to clients. The texts are in the back office; the server reports which
 * tasks are left.
 */
const setUpTask = z.enum([
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
  "samples",
  "security-contact",
]);
export type SetUpTask = z.infer<typeof setUpTask>;

/** Problems that need attention now; also posted to ALERT_WEBHOOK_URL. */
export const alert = z.object({
  kind: z.enum(["database", "disk", "mail", "pictures", "worker", "backup"]),
  message: z.string(),
});
export type Alert = z.infer<typeof alert>;

/** State of the scheduled backups. */
const backup = z.object({
  /**
   * When the newest backup that has since been proved (restored and compared) was made; `null` if there is none. ISO
   * 8601.
   */
  provedAt: z.string().nullable(),
  /** The last backup failed, could not be proved, or is too old. */
  isTrouble: z.boolean(),
});

export const overview = z.object({
  /** Of the running release. */
  version: z.string(),
  alerts: z.array(alert),
  /** The database was found damaged; counts that could not be read are 0. */
  isDamaged: z.boolean(),
  /** `null`: scheduled backups are off (BACKUP_DIR). */
  backup: backup.nullable(),
  /** Open set-up tasks, in the order to complete them. */
  tasks: z.array(setUpTask),
  /** The entries that came with the site and have been neither confirmed nor replaced. `noun`: their content type. */
  samples: z.array(z.object({ noun: z.string(), slug: z.string(), title: z.string() })),
  /**
   * Counts: quotes (without suspected spam) and subscriptions of the last seven days, and entries that visitors cannot
   * see.
   */
  newQuotes: z.number().int(),
  newSubscriptions: z.number().int(),
  unpublished: z.number().int(),
  /** The same by content type. */
  unpublishedOf: z.object(
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
