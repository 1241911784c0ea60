import { infiniteQueryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/shared/session.ts";
import type { QuoteApi } from "./quote.contract.ts";

const call = officeSender<QuoteApi>();
const pageSize = 100;

/** Newest first, a page at a time, so that the inbox stays quick however many there are. `q` searches all fields. */
export const quoteList = (q = "") =>
  infiniteQueryOptions({
    queryKey: ["quote", "list", q],
    queryFn: ({ pageParam, signal }) =>
      call("GET", "/quote/get-all", { query: { limit: pageSize, offset: pageParam, q }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ data, total = 0 }, _, offset) =>
      offset + data.length < total && data.length > 0 ? offset + data.length : undefined,
  });

export const findQuotes = (q: string, signal: AbortSignal) =>
  call("GET", "/quote/get-all", { query: { q, limit: 5 }, signal });

export const removeQuote = (slug: string) => call("DELETE", "/quote/:slug", { params: { slug } });
