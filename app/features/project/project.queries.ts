import type { z } from "zod";
import { readQuery } from "#app/browser/read-query.ts";
import { officeSender } from "#app/browser/session.ts";
import { contentQueries } from "#app/features/content/content.queries.ts";
import type { BodyOf } from "#app/shared/endpoint.ts";
import { idempotencyKey } from "#app/shared/idempotency-key.ts";
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
  readQuery(["project", "view", slug, detailId], (signal) =>
    call("GET", "/project/detail/:slug/:detailId", { params: { slug, detailId }, signal }),
  );

/**
 * Adds a section, once for its idempotency key.
 * @throws AppError `stale` with the section that an earlier call with this key has added, if it had another body
 */
export const addDetail = async (slug: string, body: BodyOf<DetailApi["createDetail"]>, key: string) =>
  (await call("POST", "/project/detail/:slug", { params: { slug }, body, headers: idempotencyKey(key) })).data;

/**
 * `_id` is also sent in the body, as the specification defines the call.
 * @throws AppError `stale` with the current project if somebody else saved it, or one of its sections, after `version`
 */
export async function changeDetail(
  slug: string,
  detailId: string,
  change: BodyOf<DetailApi["updateDetail"]>,
  version?: number,
) {
  const body = { ...change, _id: detailId };
  const options = { params: { slug, detailId }, body, headers: ifMatch(version) };
  return (await call("PUT", "/project/detail/edit/:slug/:detailId", options)).data;
}

export const sortDetails = (slug: string, ids: string[]) =>
  call("PUT", "/project/detail/order/:slug", { params: { slug }, body: { ids } });

export const removeDetail = (slug: string, detailId: string) =>
  call("DELETE", "/project/detail/:slug/:detailId", { params: { slug, detailId } });
