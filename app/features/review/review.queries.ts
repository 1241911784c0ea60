import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { BodyOf } from "#app/shared/endpoint.ts";
import { ifMatch } from "#app/shared/if-match.ts";
import type { ReviewApi } from "./review.contract.ts";

const call = officeSender<ReviewApi>();

/** A page of them, in the editors' order. */
export const readReviews = (query: { limit: number; offset: number; q?: string }, signal: AbortSignal) =>
  call("GET", "/review/get-all", { query, signal });

export const reviewView = (slug: string) =>
  queryOptions({
    queryKey: ["review", "view", slug],
    queryFn: async ({ signal }) => (await call("GET", "/review/:slug", { params: { slug }, signal })).data,
  });

export const findReviews = (q: string, signal: AbortSignal) =>
  call("GET", "/review/get-all", { query: { q, limit: 5 }, signal });

export const addReview = async (body: BodyOf<ReviewApi["create"]>) =>
  (await call("POST", "/review/add", { body })).data;

/** @throws AppError `stale` with the current review when somebody else saved after `version`. */
export const changeReview = async (slug: string, body: BodyOf<ReviewApi["update"]>, version?: number) =>
  (await call("PUT", "/review/edit/:slug", { params: { slug }, body, headers: ifMatch(version) })).data;

export const removeReview = (slug: string) => call("DELETE", "/review/:slug", { params: { slug } });
