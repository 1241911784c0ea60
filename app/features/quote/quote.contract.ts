import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { email, filled, listQuery, phone, removed, text } from "#app/shared/shape.ts";

/** The quote panel sends three fields, the contact form a phone number too: one noun, one inbox (spec/reading). */
export const quoteInput = z.object({
  fullName: filled("Full name", limits.name),
  email: email(),
  phoneNumber: phone().optional(),
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
    query: listQuery,
    reply: z.array(quote),
    list: true,
  }),
  view: endpoint({ method: "GET", path: "/quote/:slug", summary: "One quote", reply: quote }),
  remove: endpoint({ method: "DELETE", path: "/quote/:slug", summary: "Move a quote to the trash", reply: removed }),
};
export type QuoteApi = typeof quoteApi;
