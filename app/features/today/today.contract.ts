import { z } from "zod";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { get, post } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { text } from "#app/shared/shape.ts";

/** Problems that need attention now; also posted to ALERT_WEBHOOK_URL. */
export const alert = z.object({
  kind: z.enum(["database", "disk", "mail", "pictures", "worker", "backup"]),
  message: z.string(),
});
export type Alert = z.infer<typeof alert>;

const listedLead = z.object({
  slug: z.string(),
  fullName: z.string(),
  /** The beginning of the message. */
  message: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /**
   * Whose step it is: the office's, if nobody has answered or a next step is due, or the client's; nobody's once it is
   * won or lost.
   */
  step: z.enum(["ours", "theirs", "won", "lost"]),
  /** Name of the administrator responsible; `null`: nobody, or one who has been removed. */
  owner: z.string().nullable(),
});
export type ListedLead = z.infer<typeof listedLead>;

const nextStep = z.object({
  slug: z.string(),
  fullName: z.string(),
  nextStep: z.string(),
  /** YYYY-MM-DD. */
  nextStepOn: z.string(),
  owner: z.string().nullable(),
});
export type NextStep = z.infer<typeof nextStep>;

const closing = z.object({
  slug: z.string(),
  title: z.string(),
  /** YYYY-MM-DD. */
  closesOn: z.string(),
  /** Whether that day is over where the company is. */
  isOver: z.boolean(),
});
export type Closing = z.infer<typeof closing>;

/** An edit that waits to be published. */
const waitingDraft = z.object({
  noun: z.string(),
  slug: z.string(),
  /** Title of its entry, as visitors see it. */
  title: z.string(),
  /** Who saved it last; empty if that user has been removed. */
  author: z.string(),
  /** ISO 8601, UTC. */
  savedAt: z.string(),
  /** When it is to be published; null: only by hand. */
  publishAt: z.string().nullable(),
  isOverdue: z.boolean(),
  /** Why it could not be published at that time. */
  failure: z.string().nullable(),
});
export type WaitingDraft = z.infer<typeof waitingDraft>;

/** A client's answer that nobody in the office has marked as done. */
const clientAnswer = z.object({
  noun: z.string(),
  slug: z.string(),
  /** Title of its entry, as visitors see it. */
  title: z.string(),
  /** Whom the link was made for. */
  name: z.string(),
  kind: z.enum(["comment", "approved", "changes"]),
  /** The beginning of what was written. */
  text: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
});

/** Leads received in seven days, by form, excluding suspected spam. */
const week = z.object({
  /** First day of the week, YYYY-MM-DD in UTC. */
  from: z.string(),
  quote: z.number().int(),
  contact: z.number().int(),
});
export type Week = z.infer<typeof week>;

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

const backup = z.object({
  /**
   * When the newest backup that has since been proved (restored and compared) was made; `null` if there is none. ISO
   * 8601.
   */
  provedAt: z.string().nullable(),
  /** The last backup failed, could not be proved, or is too old. */
  isTrouble: z.boolean(),
});

const work = z.object({
  unanswered: z.object({
    /** At most 1,000: larger numbers make no difference. */
    count: z.number().int(),
    /** Oldest first, at most 8. */
    oldest: z.array(listedLead),
  }),
  /** All leads but suspected spam. Both numbers count to at most 1,000. */
  leads: z.object({
    count: z.number().int(),
    /** Those that have been answered and are neither won nor lost. */
    answered: z.number().int(),
    /** Newest first, at most 5. */
    newest: z.array(listedLead),
  }),
  /** Due today or overdue, most overdue first, at most 100. */
  nextSteps: z.array(nextStep),
  /** Published openings that close within two weeks or are past their closing date, earliest first, at most 100. */
  closing: z.array(closing),
  /** Both numbers count to at most 1,000; `first`: at most 8, the most overdue first. */
  drafts: z.object({ count: z.number().int(), overdue: z.number().int(), first: z.array(waitingDraft) }),
  /** Counts to at most 1,000; `first`: at most 8, newest first. */
  answers: z.object({ count: z.number().int(), first: z.array(clientAnswer) }),
  /** The last twelve, oldest first; the last one ends today. */
  weeks: z.array(week),
  /** Both of the last seven days. */
  newLeads: z.number().int(),
  newSubscriptions: z.number().int(),
  /** Number of entries that visitors cannot see, by content type. */
  unpublished: z.object(
    Object.fromEntries(contentTypes.map(({ name }) => [name, z.number().int()])) as Record<string, z.ZodNumber>,
  ),
  /** Open set-up tasks, in the order to complete them. */
  tasks: z.array(setUpTask),
  /** The entries that came with the site and have been neither confirmed nor replaced. `noun`: their content type. */
  samples: z.array(z.object({ noun: z.string(), slug: z.string(), title: z.string() })),
  /** `null`: scheduled backups are off (BACKUP_DIR). */
  backup: backup.nullable(),
});
export type Work = z.infer<typeof work>;

const today = z.object({
  alerts: z.array(alert),
  /** What waits for the office, and how the site stands; `null`: the database is damaged, and figures would mislead. */
  work: work.nullable(),
});
export type Today = z.infer<typeof today>;

export const todayApi = {
  view: get("/today", {
    summary: "What is wrong, what waits for the office, what is left to set up, and how many leads came by week",
    reply: today,
  }),
  downloadBackup: post("/backup/download", {
    summary: "The address of the newest proved backup, which works once and for a minute",
    body: z.object({ currentPassword: text("Current password", limits.password) }),
    reply: z.object({ address: z.string() }),
    failures: ["not_found", "conflict", "too_many"],
  }),
};
export type TodayApi = typeof todayApi;
