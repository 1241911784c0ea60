import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";

const listedLead = z.object({
  slug: z.string(),
  reference: z.string(),
  fullName: z.string(),
  /** The beginning of the message. */
  message: z.string(),
  source: z.enum(["quote", "contact"]),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /**
   * Whose step it is: the office's, if nobody has answered or a next step is due, or the client's; nobody's once it is
   * won or lost.
   */
  step: z.enum(["ours", "theirs", "won", "lost"]),
  /** Name of the administrator responsible. */
  owner: z.string().optional(),
});
export type ListedLead = z.infer<typeof listedLead>;

const nextStep = z.object({
  slug: z.string(),
  fullName: z.string(),
  nextStep: z.string(),
  /** YYYY-MM-DD. */
  nextStepOn: z.string(),
  owner: z.string().optional(),
});
export type NextStep = z.infer<typeof nextStep>;

const closing = z.object({
  slug: z.string(),
  title: z.string(),
  /** YYYY-MM-DD. */
  closesOn: z.string(),
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
export type ClientAnswer = z.infer<typeof clientAnswer>;

/** Leads received in seven days, by form, excluding suspected spam. */
const week = z.object({
  /** First day of the week, YYYY-MM-DD in UTC. */
  from: z.string(),
  quote: z.number().int(),
  contact: z.number().int(),
});
export type Week = z.infer<typeof week>;

export const today = z.object({
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
  /** Due today or overdue, most overdue first, at most 8. */
  nextSteps: z.array(nextStep),
  /** Published openings that close within two weeks or are past their closing date, earliest first, at most 8. */
  closing: z.array(closing),
  /** Both numbers count to at most 1,000; `first`: at most 8, the most overdue first. */
  drafts: z.object({ count: z.number().int(), overdue: z.number().int(), first: z.array(waitingDraft) }),
  /** Counts to at most 1,000; `first`: at most 8, newest first. */
  answers: z.object({ count: z.number().int(), first: z.array(clientAnswer) }),
  /** The last twelve, oldest first; the last one ends today. */
  weeks: z.array(week),
});
export type Today = z.infer<typeof today>;

export const todayApi = {
  view: endpoint({
    method: "GET",
    path: "/today",
    summary:
      "What waits for the office: unanswered leads, the newest ones, next steps that are due, openings about to close, drafts, answers of clients, and how many leads came by week",
    reply: today,
  }),
};
export type TodayApi = typeof todayApi;
