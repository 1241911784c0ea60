import { z } from "zod";
import { cleanEmail, isEmail } from "#app/shared/contact/email.ts";
import { del, get, post, put } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { mailState } from "#app/shared/mail-state.ts";
import { approvalPageNames } from "#app/shared/public-pages.ts";
import { filled, text, wholeNumber } from "#app/shared/shape.ts";
import { isVisible } from "#app/shared/text/visible.ts";

/** For how many days a link may hold. */
export const maxLinkDays = 90;

const share = z.number().min(0).max(1);

/**
 * A place on a page that holds at any width: a point of an element, and, should the element be gone, of the whole page.
 */
export const spot = z.object({
  /** The element as a CSS selector. */
  anchor: z.string().max(500),
  /** The point within the element, from 0 (left, top) to 1. */
  x: share,
  y: share,
  /** The point within the page. */
  pageX: share,
  pageY: share,
  /** The beginning of the element's text. */
  words: z.string().max(120),
});
export type Spot = z.infer<typeof spot>;

const note = z.object({
  id: z.number().int(),
  kind: z.enum(["comment", "approved", "changes"]),
  /** Name of the writer as typed, or empty. */
  name: z.string(),
  text: z.string(),
  spot: spot.nullable(),
  /** Whether the draft still is what the client saw. */
  isCurrent: z.boolean(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** When the office marked it as done. */
  doneAt: z.string().nullable(),
});
export type ApprovalNote = z.infer<typeof note>;

const link = z.object({
  id: z.number().int(),
  /** Whom it is for. */
  name: z.string(),
  email: z.string(),
  page: z.string(),
  /** Whether publishing waits for the approval. */
  isRequired: z.boolean(),
  /** State of the email with this link, if there is one. */
  mail: mailState.optional(),
  /** Name of the administrator who made it; empty if that user has been removed. */
  author: z.string(),
  createdAt: z.string(),
  endsAt: z.string(),
  revokedAt: z.string().nullable(),
  /** `outdated`: approved, but the draft has been changed since, so that it no longer counts. */
  answer: z.enum(["none", "approved", "outdated", "changes"]),
  hasEnded: z.boolean(),
  /** Oldest first. */
  notes: z.array(note),
});
export type ApprovalLink = z.infer<typeof link>;

const approvals = z.object({
  /** Newest first, at most 50. */
  links: z.array(link),
  /** Why publishing waits, as a sentence. */
  waits: z.string().nullable(),
});
export type Approvals = z.infer<typeof approvals>;

const approvalInput = z.object({
  name: filled("For whom", limits.name),
  email: text("Email", limits.email)
    .default("")
    .refine((value) => !isVisible(value) || isEmail(value), "It should be a valid email address!")
    .transform((value) => cleanEmail(value)),
  days: wholeNumber("Days", 1, maxLinkDays),
  isRequired: z.boolean().default(false),
  /** With the texts of the site: the page to show. */
  page: z.enum(approvalPageNames).default("home"),
  /** Random, one per link: sent again with the same words, it makes no other. The link is derived from it. */
  key: z.string().min(32).max(100).optional(),
});
export type ApprovalInput = z.infer<typeof approvalInput>;

export const approvalApi = {
  list: get("/approval/:noun/:slug", {
    summary: "The links with which clients look at the draft of an entry, and what they answered",
    reply: approvals,
  }),
  create: post("/approval/:noun/:slug", {
    summary:
      "Make a link with which a client sees the draft of an entry, comments on it and approves it; with an address it is mailed too, if mail is set up",
    body: approvalInput,
    /** `url` holds the token, which is not stored: it is answered once. */
    reply: z.object({
      id: z.number().int(),
      url: z.string(),
      endsAt: z.string(),
      /** Where a mail with such a link is on its way to; absent if none is sent, so that it has to be passed on. */
      mailedTo: z.string().optional(),
    }),
    status: 201,
    failures: ["conflict"],
  }),
  change: put("/approval-link/:id", {
    summary: "Set whether publishing waits for this approval",
    body: z.object({ isRequired: z.boolean() }),
    reply: z.object({ id: z.number().int() }),
  }),
  revoke: del("/approval-link/:id", {
    summary: "Revoke a link: it stops working at once, and nothing waits for it any more",
    reply: z.object({ id: z.number().int() }),
  }),
  mark: put("/approval-note/:id", {
    summary: "Mark a client's answer as done, or as open again",
    body: z.object({ isDone: z.boolean() }),
    reply: z.object({ id: z.number().int() }),
  }),
};
export type ApprovalApi = typeof approvalApi;

/** What the form of the client's page sends. */
export const answerInput = z.object({
  kind: z.enum(["comment", "approved", "changes"], "Choose Approve, Ask for changes or Send comment."),
  name: text("Your name", limits.name),
  text: text("Your words", 5_000),
  spot: spot.nullable(),
  seen: z.string().max(100),
  formKey: z.string().min(1, "Load this page again.").max(100),
});
export type AnswerInput = z.infer<typeof answerInput>;
