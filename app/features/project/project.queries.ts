import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { BodyOf } from "#app/shared/endpoint.ts";
import { ifMatch } from "#app/shared/if-match.ts";
import type { ProjectApi } from "./project.contract.ts";

const call = officeSender<ProjectApi>();

/** A page of them, in the editors' order. */
export const readProjects = (query: { limit: number; offset: number; q?: string }, signal: AbortSignal) =>
  call("GET", "/project/get-all", { query, signal });

export const projectView = (slug: string) =>
  queryOptions({
    queryKey: ["project", "view", slug],
    queryFn: async ({ signal }) => (await call("GET", "/project/:slug", { params: { slug }, signal })).data,
  });

export const findProjects = (q: string, signal: AbortSignal) =>
  call("GET", "/project/get-all", { query: { q, limit: 5 }, signal });

export const addProject = async (body: BodyOf<ProjectApi["create"]>) =>
  (await call("POST", "/project/new", { body })).data;

/** @throws AppError `stale` with the current project when somebody else saved after `version`. */
export const changeProject = async (slug: string, body: BodyOf<ProjectApi["update"]>, version?: number) =>
  (await call("PUT", "/project/edit/:slug", { params: { slug }, body, headers: ifMatch(version) })).data;

export const removeProject = (slug: string) => call("DELETE", "/project/:slug", { params: { slug } });

export const detailView = (slug: string, detailId: string) =>
  queryOptions({
    queryKey: ["project", "view", slug, detailId],
    queryFn: async ({ signal }) =>
      (await call("GET", "/project/detail/:slug/:detailId", { params: { slug, detailId }, signal })).data,
  });

export const addDetail = (slug: string, body: BodyOf<ProjectApi["createDetail"]>) =>
  call("POST", "/project/detail/:slug", { params: { slug }, body });

/**
 * `_id` travels in the body too, as the specification spells the call.
 * @throws AppError `stale` with the current project when somebody else saved it, or one of its sections, after `version`.
 */
export function changeDetail(
  slug: string,
  detailId: string,
  change: BodyOf<ProjectApi["updateDetail"]>,
  version?: number,
) {
  const body = { ...change, _id: detailId };
  return call("PUT", "/project/detail/edit/:slug/:detailId", {
    params: { slug, detailId },
    body,
    headers: ifMatch(version),
  });
}

/** Puts a project's sections in this order. */
export const sortDetails = (slug: string, ids: string[]) =>
  call("PUT", "/project/detail/order/:slug", { params: { slug }, body: { ids } });

export const removeDetail = (slug: string, detailId: string) =>
  call("DELETE", "/project/detail/:slug/:detailId", { params: { slug, detailId } });
