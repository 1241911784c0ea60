import { infiniteQueryOptions } from "@tanstack/react-query";
import { readQuery } from "#app/browser/read-query.ts";
import { officeSender } from "#app/browser/session.ts";
import { readPage } from "#app/shared/paging.ts";
import type { MailApi } from "./mail.contract.ts";

const call = officeSender<MailApi>();

export const mailHealthView = () => readQuery(["mail", "health"], (signal) => call("GET", "/mail/health", { signal }));

/** Newest first, one page at a time after the last one loaded. */
export const unsentMailList = () =>
  infiniteQueryOptions({
    queryKey: ["mail", "unsent"],
    queryFn: ({ pageParam, signal }) =>
      readPage((limit) => call("GET", "/mail/unsent", { query: { limit, before: pageParam }, signal })),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
  });

/** Without an address it is sent to the company. */
export const sendTestMail = async (to: string) =>
  (await call("POST", "/mail/test", { body: to.trim() ? { to: to.trim() } : {} })).data;

export const retryAllMail = async () => (await call("POST", "/mail/retry")).data;

export const retryMailOf = async (reference: string) =>
  (await call("POST", "/mail/retry/:reference", { params: { reference } })).data;
