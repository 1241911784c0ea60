import { pagedQuery } from "#app/browser/paged-query.ts";
import { officeSender } from "#app/browser/session.ts";
import { ifMatch } from "#app/shared/if-match.ts";
import type { Revision, RevisionApi } from "./revision.contract.ts";

const call = officeSender<RevisionApi>();

const pageSize = 50;

/** The most recent saved states of an entry, newest first: enough to see who just changed a field. */
export const revisionsOf = async (noun: string, slug: string): Promise<Revision[]> =>
  (await call("GET", "/history/:noun/:slug", { params: { noun, slug }, query: { limit: pageSize } })).data;

/**
 * Saves an entry as it was in a version, as a new version.
 * @throws AppError `stale` if somebody has saved after the version `over`
 */
export const restoreVersion = async (noun: string, slug: string, version: number, over: number) =>
  (await call("PUT", "/history/:noun/:slug", { params: { noun, slug }, body: { version }, headers: ifMatch(over) }))
    .data;

/** The saved states of an entry, newest first. */
export const revisionList = (noun: string, slug: string) =>
  pagedQuery(
    ["history", noun, slug],
    (query, signal) => call("GET", "/history/:noun/:slug", { params: { noun, slug }, query, signal }),
    ({ id }) => String(id),
    pageSize,
  );
