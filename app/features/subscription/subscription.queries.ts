import { infiniteQueryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/shared/session.ts";
import type { SubscriptionApi } from "./subscription.contract.ts";

const call = officeSender<SubscriptionApi>();
const pageSize = 100;

/** Newest first, a page at a time, as the inbox. */
export const subscriptionList = (q = "") =>
  infiniteQueryOptions({
    queryKey: ["subscription", "list", q],
    queryFn: ({ pageParam, signal }) =>
      call("GET", "/subscription/get-all", { query: { limit: pageSize, offset: pageParam, q }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ data, total = 0 }, _, offset) =>
      offset + data.length < total && data.length > 0 ? offset + data.length : undefined,
  });

export const findSubscriptions = (q: string, signal: AbortSignal) =>
  call("GET", "/subscription/get-all", { query: { q, limit: 5 }, signal });

export const removeSubscription = (slug: string) => call("DELETE", "/subscription/:slug", { params: { slug } });
