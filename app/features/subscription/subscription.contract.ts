import { z } from "zod";
import { bulkChanged, bulkGo, bulkUndone, selectionOf } from "#app/shared/bulk.ts";
import { del, get, post } from "#app/shared/endpoint.ts";
import { mailState } from "#app/shared/mail-state.ts";
import { email, flag, listQuery, removed, text } from "#app/shared/shape.ts";

export const subscriptionInput = z.object({ email: email() });
export type SubscriptionInput = z.infer<typeof subscriptionInput>;

/** `pending` until the owner of the mailbox has confirmed; `unconfirmed` if no mail server was configured to ask. */
export const subscriptionState = z.enum(["pending", "confirmed", "unsubscribed", "unconfirmed"]);

export const subscription = z.object({
  slug: z.string(),
  email: z.string(),
  state: subscriptionState,
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  confirmedAt: z.string().optional(),
  unsubscribedAt: z.string().optional(),
  /** Whether a mail can ask its owner for confirmation: it is not decided yet, and a mail server is set up. */
  canAsk: z.boolean(),
  mail: z.array(mailState),
});
export type Subscription = z.infer<typeof subscription>;

/**
 * The reply to the subscriber. It contains no date or state, so that nobody learns whether an address was already
 * stored.
 */
export const subscribed = z.object({
  slug: z.string(),
  email: z.string(),
  /** Whether an email asks for confirmation; the same for every address that a person gives. */
  isAsked: z.boolean(),
});
export type Subscribed = z.infer<typeof subscribed>;

const filter = { state: subscriptionState.optional() };

export const subscriptionQuery = listQuery.extend({
  ...filter,
  /** Slug of the last subscription received so far: returns the page after it. */
  before: z.string().max(100).optional(),
  /** `false` omits the total: counting takes longer than reading a page. */
  total: flag("total").optional(),
});
export type SubscriptionQuery = z.infer<typeof subscriptionQuery>;

export const subscriptionExportQuery = listQuery.pick({ q: true }).extend({
  /** If absent, confirmed subscriptions: those to whom a newsletter may be sent. */
  state: z.enum([...subscriptionState.options, "any"]).optional(),
});
export type SubscriptionExportQuery = z.infer<typeof subscriptionExportQuery>;

/** Subscriptions by slug, or everything a filter matches. */
export const subscriptionSelection = selectionOf({
  q: text("q", 200).optional(),
  state: subscriptionState.optional(),
});
export type SubscriptionSelection = z.infer<typeof subscriptionSelection>;

export const subscriptionApi = {
  create: post("/subscription/subscribe", {
    summary: "Subscribe an address to the newsletter; a second time changes nothing",
    body: subscriptionInput,
    reply: subscribed,
    status: 201,
    idempotent: true,
  }),
  list: get("/subscription/get-all", {
    summary: "All subscriptions, newest first",
    query: subscriptionQuery,
    reply: z.array(subscription),
    list: true,
    failures: ["not_found"],
  }),
  export: get("/subscription/export", {
    summary:
      "The confirmed subscriptions, or those of another or of any state, as CSV with the address by which each one leaves",
    query: subscriptionExportQuery,
    reply: z.string(),
    file: "text/csv",
  }),
  exportSelected: post("/subscription/export", {
    summary: "The selected subscriptions, as CSV",
    body: subscriptionSelection,
    reply: z.string(),
    file: "text/csv",
    failures: ["not_found"],
  }),
  bulk: post("/subscription/bulk", {
    summary:
      "Move many subscriptions to the trash, by their slugs or all that a filter shows; very many by several calls",
    body: z.object({
      selection: subscriptionSelection,
      action: z.enum(["delete"], { error: "Action has to be delete." }),
      go: bulkGo,
    }),
    reply: bulkChanged,
    failures: ["not_found"],
  }),
  undoBulk: post("/subscription/bulk/undo/:id", {
    summary:
      "Bring back what was moved to the trash together; an address that has subscribed again since stays as it is",
    reply: bulkUndone,
  }),
  retryMail: post("/subscription/retry-mail/:slug", {
    summary: "Ask for the confirmation again",
    reply: subscription,
    failures: ["conflict"],
  }),
  remove: del("/subscription/:slug", {
    summary: "Move a subscription to the trash",
    reply: removed,
  }),
};
export type SubscriptionApi = typeof subscriptionApi;
