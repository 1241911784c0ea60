import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { mailState } from "#app/shared/mail-state.ts";
import { email, filled, flag, listQuery, phone, removed, text } from "#app/shared/shape.ts";

/** The quote panel sends three fields, the contact form a phone number too: one noun, one inbox (spec/reading). */
export const quoteInput = z.object({
  fullName: filled("Full name", limits.name),
  email: email(),
  phoneNumber: phone(),
  message: filled("Message", limits.message),
});
export type QuoteInput = z.infer<typeof quoteInput>;

export const quote = z.object({
  slug: z.string(),
  fullName: text("Full name", limits.name),
  email: z.string(),
  phoneNumber: z.string().optional(),
  message: z.string(),
  /** `contact` where a phone number is present, else `quote`. */
  source: z.enum(["quote", "contact"]),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
});
export type Quote = z.infer<typeof quote>;

/** A quote with what the office alone knows of it. */
export const officeQuote = quote.extend({
  /** When the office read it. */
  readAt: z.string().optional(),
  isSpam: z.boolean(),
  /** Why it was suspected. */
  spamReason: z.string().optional(),
  mail: z.array(mailState),
});
export type OfficeQuote = z.infer<typeof officeQuote>;

const filter = {
  source: z.enum(["quote", "contact"]).optional(),
  unread: flag("unread").optional(),
  /** Only what is suspected to be spam, or only what is not; without it all quotes. */
  spam: flag("spam").optional(),
};

export const quoteQuery = listQuery.extend({
  ...filter,
  /** Slug of the last quote that is known: the page after it, however far down. */
  before: z.string().max(100).optional(),
  /** `false` leaves out how many there are in all: counting takes longer than reading a page. */
  total: flag("total").optional(),
});
export type QuoteQuery = z.infer<typeof quoteQuery>;

export const quoteExportQuery = listQuery.pick({ q: true }).extend(filter);

export const quoteCounts = z.object({
  /** All quotes, suspected ones included. */
  total: z.number(),
  /** Those that nobody has read and that are not suspected. */
  unread: z.number(),
  /** Those that are suspected to be spam. */
  spam: z.number(),
  /** Slug of the newest of all. */
  newest: z.string().optional(),
  /** How many that are not suspected came since the one named in `since`. */
  fresh: z.number(),
});

const change = z.object({ isRead: z.boolean().optional(), isSpam: z.boolean().optional() });

export const quoteApi = {
  create: endpoint({
    method: "POST",
    path: "/quote/new",
    summary:
      "Send a quote request or a contact message. With an Idempotency-Key the same key gives the same entry for 30 days",
    body: quoteInput,
    reply: quote,
    status: 201,
  }),
  list: endpoint({
    method: "GET",
    path: "/quote/get-all",
    summary: "All quotes, newest first",
    query: quoteQuery,
    reply: z.array(officeQuote),
    list: true,
    failures: ["not_found"],
  }),
  counts: endpoint({
    method: "GET",
    path: "/quote/counts",
    summary: "How many there are, and how many are new",
    query: z.object({ since: z.string().max(100).optional() }),
    reply: quoteCounts,
  }),
  export: endpoint({
    method: "GET",
    path: "/quote/export",
    summary: "The quotes that a filter shows, as CSV",
    query: quoteExportQuery,
    reply: z.string(),
    file: "text/csv",
  }),
  view: endpoint({ method: "GET", path: "/quote/:slug", summary: "One quote", reply: officeQuote }),
  update: endpoint({
    method: "PUT",
    path: "/quote/:slug",
    summary: "Mark a quote as read or unread, as spam or not. One that is no spam is notified of after all",
    body: change,
    reply: officeQuote,
  }),
  retryMail: endpoint({
    method: "POST",
    path: "/quote/retry-mail/:slug",
    summary: "Send the mails of a quote again that wait or have failed",
    reply: officeQuote,
  }),
  remove: endpoint({ method: "DELETE", path: "/quote/:slug", summary: "Move a quote to the trash", reply: removed }),
};
export type QuoteApi = typeof quoteApi;
