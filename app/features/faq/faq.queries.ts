import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { BodyOf } from "#app/shared/endpoint.ts";
import { ifMatch } from "#app/shared/if-match.ts";
import type { FaqApi } from "./faq.contract.ts";

const call = officeSender<FaqApi>();

/** A page of them, in the editors' order. */
export const readFaqs = (query: { limit: number; offset: number; q?: string }, signal: AbortSignal) =>
  call("GET", "/faq/get-all", { query, signal });

export const faqView = (slug: string) =>
  queryOptions({
    queryKey: ["faq", "view", slug],
    queryFn: async ({ signal }) => (await call("GET", "/faq/:slug", { params: { slug }, signal })).data,
  });

export const findFaqs = (q: string, signal: AbortSignal) =>
  call("GET", "/faq/get-all", { query: { q, limit: 5 }, signal });

export const addFaq = async (body: BodyOf<FaqApi["create"]>) => (await call("POST", "/faq/add", { body })).data;

/** @throws AppError `stale` with the current question when somebody else saved after `version`. */
export const changeFaq = async (slug: string, body: BodyOf<FaqApi["update"]>, version?: number) =>
  (await call("PUT", "/faq/edit/:slug", { params: { slug }, body, headers: ifMatch(version) })).data;

export const removeFaq = (slug: string) => call("DELETE", "/faq/:slug", { params: { slug } });
