import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { officeSender } from "#app/browser/session.ts";
import { contentQueries } from "#app/features/content/content.queries.ts";
import type { BodyOf } from "#app/shared/endpoint.ts";
import { ifMatch } from "#app/shared/if-match.ts";
import type { DetailApi, Project, projectChange, projectInput } from "./project.contract.ts";
import { projectType } from "./project.type.ts";

const call = officeSender<DetailApi>();

export const projectQueries = contentQueries<
  typeof projectType,
  Project,
  z.input<typeof projectInput>,
  z.input<typeof projectChange>
>(projectType);

export const detailView = (slug: string, detailId: string) =>
  queryOptions({
    queryKey: ["project", "view", slug, detailId],
    queryFn: async ({ signal }) =>
      (await call("GET", "/project/detail/:slug/:detailId", { params: { slug, detailId }, signal })).data,
  });

export const addDetail = (slug: string, body: BodyOf<DetailApi["createDetail"]>) =>
  call("POST", "/project/detail/:slug", { params: { slug }, body });

/**
 * `_id` is also sent in the body, as the specification defines the call.
 * @throws AppError `stale` with the current project if somebody else saved it, or one of its sections, after `version`
 */
export function changeDetail(
  slug: string,
  detailId: string,
  change: BodyOf<DetailApi["updateDetail"]>,
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
