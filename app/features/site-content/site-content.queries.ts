import { queryOptions } from "@tanstack/react-query";
import { readQuery } from "#app/browser/read-query.ts";
import { officeSender } from "#app/browser/session.ts";
import type { BodyOf, DataOf } from "#app/shared/endpoint.ts";
import type { SiteContentApi } from "./site-content.contract.ts";

const call = officeSender<SiteContentApi>();

/** The edited texts; all others show their built-in default. */
export const siteEdits = () => readQuery(["site", "list"], (signal) => call("GET", "/site/get-all", { signal }));

export const textsWithHistory = () =>
  readQuery(["site", "history"], (signal) => call("GET", "/site/history", { signal }));

type Company = DataOf<SiteContentApi["company"]>;

/** Without colours or icon: those that the document came with are right. */
export type CompanyView = Pick<Company, "name" | "logo"> & Partial<Company>;

/**
 * The company's name, logo, colours and icon. They are read again when a text of the site may have changed, and only
 * then.
 */
export const companyView = () =>
  queryOptions({
    queryKey: ["site", "company"],
    queryFn: async ({ signal }): Promise<CompanyView> => (await call("GET", "/site/company", { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });

type Edits = BodyOf<SiteContentApi["update"]>["edits"];

/**
 * `draft`: the state of the draft that they contain. `shortens`: visitors' data may be kept for a shorter time.
 * @throws AppError `invalid` naming each path, `stale` with what somebody else has saved at each
 */
export const saveSiteEdits = async (edits: Edits, draft?: string, shortens?: boolean) =>
  (await call("PUT", "/site/edit", { query: draft === undefined ? {} : { draft }, body: { edits, shortens } })).data;
