import { z } from "zod";
import { bulkChanged, bulkGo, bulkUndone, selectionOf } from "#app/shared/bulk.ts";
import { del, get, post, put } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { mailState } from "#app/shared/mail-state.ts";
import { day, email, filled, flag, listQuery, phone, removed, text } from "#app/shared/shape.ts";
import { fieldNames, fieldOf, type OfFields } from "./quote.form.ts";

/** The quote panel sends three fields, the contact form also a phone number: one noun, one inbox. */
export const quoteInput = z.object(
  Object.fromEntries(fieldNames.map((name) => [name, inputOf(fieldOf(name))])) as OfFields<
    z.ZodType<string, string>,
    z.ZodOptional<z.ZodType<string | undefined, string | number | null | undefined>>
  >,
);
export type QuoteInput = z.infer<typeof quoteInput>;

export const quote = z.object({
  slug: z.string(),
  ...(Object.fromEntries(fieldNames.map((name) => [name, storedOf(fieldOf(name))])) as OfFields<
    z.ZodString,
    z.ZodOptional<z.ZodString>
  >),
  /** `contact` if a phone number is present, otherwise `quote`. */
  source: z.enum(["quote", "contact"]),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
});
export type Quote = z.infer<typeof quote>;

function inputOf({ kind, label, limit, required }: ReturnType<typeof fieldOf>): z.ZodType {
  if (kind === "email") return email(label);
  if (kind === "phone") return phone();
  return required === "always" ? filled(label, limit) : text(label, limit).optional();
}

function storedOf({ required }: ReturnType<typeof fieldOf>): z.ZodType {
  return required === "always" ? z.string() : z.string().optional();
}

/** Progress of a lead. */
export const leadStatus = z.enum(["new", "replied", "won", "lost"], {
  error: "Status has to be new, replied, won or lost.",
});
export type LeadStatus = z.infer<typeof leadStatus>;

/** A quote with the fields that only the back office sees. */
export const officeQuote = quote.extend({
  /** Human-readable reference, such as `7K2M-9PXA`; both emails mention it too. */
  reference: z.string(),
  status: leadStatus,
  /** The administrator responsible for it. */
  owner: z.object({ id: z.number(), name: z.string() }).optional(),
  nextStep: z.string().optional(),
  /** YYYY-MM-DD. */
  nextStepOn: z.string().optional(),
  /** When staff first read it. */
  readAt: z.string().optional(),
  isSpam: z.boolean(),
  /** Why it is suspected to be spam. */
  spamReason: z.string().optional(),
  mail: z.array(mailState),
});
export type OfficeQuote = z.infer<typeof officeQuote>;

/** An action or note of staff on a lead. */
export const leadEvent = z.object({
  id: z.number(),
  kind: z.enum(["note", "status", "owner", "next-step", "reply"]),
  /** The text of a note or reply; otherwise the new value, empty if it was cleared. */
  text: z.string(),
  /** Name of the administrator; empty if that user has been removed. */
  author: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** State of the email, for a reply sent from here and for a new owner. */
  mail: mailState.optional(),
});
export type LeadEvent = z.infer<typeof leadEvent>;

/** A lead with its history and earlier messages from the same person. */
export const lead = officeQuote.extend({
  /** Oldest first. */
  history: z.array(leadEvent),
  /** Newest first, at most 20; `message` is its beginning. */
  earlier: z.array(officeQuote.pick({ slug: true, reference: true, message: true, status: true, createdAt: true })),
});
export type Lead = z.infer<typeof lead>;

const moment = (name: string) => z.iso.datetime(`${name} has to be a time such as 2030-12-31T09:00:00Z.`).optional();

/** Received at or after the first and before the second. */
const received = { receivedFrom: moment("receivedFrom"), receivedBefore: moment("receivedBefore") };

const filter = {
  ...received,
  status: leadStatus.optional(),
  /** Id of the administrator responsible. */
  owner: z.coerce.number("owner has to be a number.").int().positive().optional(),
  source: z.enum(["quote", "contact"]).optional(),
  unread: flag("unread").optional(),
  /** Only suspected spam, or only the rest; if absent, all quotes. */
  spam: flag("spam").optional(),
};

export const quoteQuery = listQuery.extend({
  ...filter,
  /** Slug of the last quote received so far: returns the page after it, however far down. */
  before: z.string().max(100).optional(),
  /** `false` omits the total: counting takes longer than reading a page. */
  total: flag("total").optional(),
});
export type QuoteQuery = z.infer<typeof quoteQuery>;

export const quoteExportQuery = listQuery.pick({ q: true }).extend(filter);

export const quoteCounts = z.object({
  /** All quotes, including suspected ones. */
  total: z.number(),
  /** Unread quotes that are not suspected. */
  unread: z.number(),
  spam: z.number(),
  /** Slug of the newest quote of all, including those in the trash. */
  newest: z.string().optional(),
  /** Number of unsuspected quotes that arrived after the one named in `since`. */
  fresh: z.number(),
});

const change = z.object({
  isRead: z.boolean().optional(),
  isSpam: z.boolean().optional(),
  status: leadStatus.optional(),
  /** Id of an administrator, or null for nobody. */
  ownerId: z.int().positive().nullable().optional(),
  /** Empty for none. */
  nextStep: text("Next step", limits.title).optional(),
  /** YYYY-MM-DD, or empty for none. */
  nextStepOn: day("The date of the next step has to be YYYY-MM-DD.").optional(),
  /** The stored next step that the sender saw. If somebody has set another one since, the change is a `conflict`. */
  nextStepSeen: z.object({ nextStep: z.string(), nextStepOn: z.string() }).optional(),
});
export type LeadChange = z.infer<typeof change>;

/** The same key for the same lead is stored once, so that retrying after a timeout does not duplicate it. */
const requestKey = text("Key", 100).optional();

export const noteInput = z.object({ text: filled("Note", limits.message), key: requestKey });
export type NoteInput = z.infer<typeof noteInput>;

export const replyInput = z.object({
  text: filled("Reply", limits.message),
  /** One per reply: resent under the same key, it is sent only once. */
  key: filled("Key", 100),
  /** Id of the last reply in the history that the sender saw, or null for none. If there is a later one: `conflict`. */
  seen: z.int().positive().nullable().optional(),
});
export type ReplyInput = z.infer<typeof replyInput>;

/** Quotes by slug, or everything a filter matches up to the newest quote shown. */
export const quoteSelection = selectionOf({
  ...received,
  q: text("q", 200).optional(),
  source: z.enum(["quote", "contact"]).optional(),
  unread: z.boolean().optional(),
  spam: z.boolean().optional(),
  status: leadStatus.optional(),
  owner: z.int().positive().optional(),
});
export type QuoteSelection = z.infer<typeof quoteSelection>;

export const bulkAction = z.enum(["delete", "read", "unread", "spam", "not-spam", "owner", ...leadStatus.options], {
  error: "Action has to be delete, read, unread, spam, not-spam, owner, or a status.",
});
export type BulkAction = z.infer<typeof bulkAction>;

export const quoteApi = {
  create: post("/quote/new", {
    summary:
      "Send a quote request or a contact message. With an Idempotency-Key the same key gives the same entry for 30 days",
    body: quoteInput,
    reply: quote,
    status: 201,
    idempotent: true,
  }),
  list: get("/quote/get-all", {
    summary: "All quotes, newest first",
    query: quoteQuery,
    reply: z.array(officeQuote),
    list: true,
    failures: ["not_found"],
  }),
  counts: get("/quote/counts", {
    summary: "How many there are, and how many are new",
    query: z.object({ since: z.string().max(100).optional() }),
    reply: quoteCounts,
  }),
  export: get("/quote/export", {
    summary: "The quotes that a filter shows, as CSV",
    query: quoteExportQuery,
    reply: z.string(),
    file: "text/csv",
  }),
  options: get("/quote/options", {
    summary: "Who can own a lead, and the texts to answer with",
    reply: z.object({
      owners: z.array(z.object({ id: z.number(), name: z.string() })),
      /** Reply templates, with placeholders {visitor} and {reference}. */
      templates: z.array(z.object({ title: z.string(), text: z.string() })),
      /** Whether a mail server is configured, so that replies can be sent from here. */
      canSend: z.boolean(),
    }),
  }),
  view: get("/quote/:slug", {
    summary: "One quote with its history and what the same person wrote before",
    reply: lead,
  }),
  update: put("/quote/:slug", {
    summary:
      "Mark a quote as read or unread, as spam or not; set its status, owner and next step. One marked as not spam is announced by mail after all",
    body: change,
    reply: lead,
    failures: ["conflict"],
  }),
  addNote: post("/quote/note/:slug", {
    summary: "Add a private note to a quote",
    body: noteInput,
    reply: lead,
    status: 201,
    failures: ["conflict"],
  }),
  reply: post("/quote/reply/:slug", {
    summary: "Send an answer by mail, once for a key; the lead is replied then",
    body: replyInput,
    reply: lead,
    status: 201,
    failures: ["conflict"],
  }),
  bulk: post("/quote/bulk", {
    summary:
      "Do the same to many quotes, by their slugs or to all that a filter shows; a large change by several calls",
    body: z.object({
      selection: quoteSelection,
      action: bulkAction,
      /** With the action `owner`: id of an administrator, or null for nobody. */
      ownerId: z.int().positive().nullable().default(null),
      go: bulkGo,
    }),
    reply: bulkChanged,
    failures: ["not_found"],
  }),
  undoBulk: post("/quote/bulk/undo/:id", {
    summary: "Undo what was done to many quotes, within 30 days; what somebody has changed since keeps that",
    reply: bulkUndone,
  }),
  exportSelected: post("/quote/export", {
    summary: "The selected quotes, as CSV",
    body: quoteSelection,
    reply: z.string(),
    file: "text/csv",
    failures: ["not_found"],
  }),
  retryMail: post("/quote/retry-mail/:slug", {
    summary: "Send the mails of a quote again that wait or have failed",
    reply: lead,
  }),
  remove: del("/quote/:slug", { summary: "Move a quote to the trash", reply: removed }),
};
export type QuoteApi = typeof quoteApi;
