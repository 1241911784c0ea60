import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { BodyOf } from "#app/shared/endpoint.ts";
import { ifMatch } from "#app/shared/if-match.ts";
import type { JobApi } from "./job.contract.ts";

const call = officeSender<JobApi>();

/** A page of them, in the editors' order. */
export const readJobs = (query: { limit: number; offset: number; q?: string }, signal: AbortSignal) =>
  call("GET", "/job/get-all", { query, signal });

export const jobView = (slug: string) =>
  queryOptions({
    queryKey: ["job", "view", slug],
    queryFn: async ({ signal }) => (await call("GET", "/job/:slug", { params: { slug }, signal })).data,
  });

export const findJobs = (q: string, signal: AbortSignal) =>
  call("GET", "/job/get-all", { query: { q, limit: 5 }, signal });

export const addJob = async (body: BodyOf<JobApi["create"]>) => (await call("POST", "/job/add", { body })).data;

/** @throws AppError `stale` with the current job when somebody else saved after `version`. */
export const changeJob = async (slug: string, body: BodyOf<JobApi["update"]>, version?: number) =>
  (await call("PUT", "/job/:slug", { params: { slug }, body, headers: ifMatch(version) })).data;

export const removeJob = (slug: string) => call("DELETE", "/job/:slug", { params: { slug } });
