import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";
import { email, listQuery, removed } from "#app/shared/shape.ts";

export const subscriptionInput = z.object({ email: email() });
export type SubscriptionInput = z.infer<typeof subscriptionInput>;

export const subscription = z.object({
  slug: z.string(),
  email: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
});
export type Subscription = z.infer<typeof subscription>;

/** What the subscriber is told. It carries no date, so that nobody learns whether an address was here before. */
export const subscribed = z.object({ slug: z.string(), email: z.string() });

export const subscriptionApi = {
  create: endpoint({
    method: "POST",
    path: "/subscription/subscribe",
    summary: "Subscribe an address to the newsletter; a second time changes nothing",
    body: subscriptionInput,
    reply: subscribed,
    status: 201,
  }),
  list: endpoint({
    method: "GET",
    path: "/subscription/get-all",
    summary: "All subscriptions, newest first",
    query: listQuery,
    reply: z.array(subscription),
    list: true,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/subscription/:slug",
    summary: "Move a subscription to the trash",
    reply: removed,
  }),
};
export type SubscriptionApi = typeof subscriptionApi;
