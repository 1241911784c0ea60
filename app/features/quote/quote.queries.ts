import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { saveFile } from "#app/browser/office-file.ts";
import { officeSender } from "#app/browser/session.ts";
import { type ListPage, nextAfter, readPage } from "#app/shared/paging.ts";
import type { OfficeQuote, QuoteApi } from "./quote.contract.ts";

const call = officeSender<QuoteApi>();

/** What the inbox shows; what is empty filters nothing. `q` searches all fields. */
export interface QuoteFilter {
  q: string;
  source: string;
  show: string;
}

const asked = ({ q, source, show }: QuoteFilter) => ({
  q,
  ...((source === "quote" || source === "contact") && { source: source as "quote" | "contact" }),
  ...(show === "wanted" && { spam: "false" as const }),
  // What is suspected is not counted as unread either.
  ...(show === "unread" && { unread: "true" as const, spam: "false" as const }),
  ...(show === "spam" && { spam: "true" as const }),
});

/** Newest first, a page at a time after the last one known, so that the inbox stays quick however many there are. */
export const quoteList = (filter: QuoteFilter) =>
  infiniteQueryOptions({
    queryKey: ["quote", "list", filter],
    queryFn: ({ pageParam, signal }) =>
      readPage((limit) =>
        call("GET", "/quote/get-all", {
          query: { ...asked(filter), limit, before: pageParam, total: "false" },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextAfter,
    placeholderData: keepPreviousData,
  });

/** How many a filter shows. It takes longer than a page of them, so it is asked beside. */
export const quoteTotal = (filter: QuoteFilter) =>
  queryOptions({
    queryKey: ["quote", "total", filter],
    queryFn: async ({ signal }) =>
      (await call("GET", "/quote/get-all", { query: { ...asked(filter), limit: 1 }, signal })).total ?? 0,
  });

/** How many there are, how many are unread, and how many are suspected to be spam. */
export const quoteCounts = () =>
  queryOptions({
    queryKey: ["quote", "counts"],
    queryFn: async ({ signal }) => (await call("GET", "/quote/counts", { signal })).data,
  });

/** How many came after the one that `known` names at the time of asking. */
export const newQuotes = (known: () => string | undefined) =>
  queryOptions({
    queryKey: ["quote", "counts", "new"],
    queryFn: async ({ signal }) => (await call("GET", "/quote/counts", { query: { since: known() }, signal })).data,
  });

export const findQuotes = (q: string, signal: AbortSignal) =>
  call("GET", "/quote/get-all", { query: { q, limit: 5, total: "false" }, signal });

export const removeQuote = (slug: string) => call("DELETE", "/quote/:slug", { params: { slug } });

export const markQuote = async (slug: string, body: { isRead?: boolean; isSpam?: boolean }) =>
  (await call("PUT", "/quote/:slug", { params: { slug }, body })).data;

/** Sends the mails of a quote again that wait or have failed. */
export const retryQuoteMail = async (slug: string) =>
  (await call("POST", "/quote/retry-mail/:slug", { params: { slug } })).data;

/** Saves what a filter shows as a file. */
export const exportQuotes = (filter: QuoteFilter) => saveFile("/quote/export", asked(filter), "quotes.csv");

/** Shows a quote as the server has it now in the lists that are there, each in its place. */
export function showQuote(client: QueryClient, quote: OfficeQuote): void {
  client.setQueriesData<InfiniteData<ListPage<OfficeQuote>>>(
    { queryKey: ["quote", "list"] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((each) => (each.slug === quote.slug ? quote : each)),
        })),
      },
  );
}
