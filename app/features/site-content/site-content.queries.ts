import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { BodyOf } from "#app/shared/endpoint.ts";
import type { SiteContentApi } from "./site-content.contract.ts";

const call = officeSender<SiteContentApi>();

/** The edited texts; all others show their built-in default. */
export const siteEdits = () =>
  queryOptions({
    queryKey: ["site", "list"],
    queryFn: async ({ signal }) => (await call("GET", "/site/get-all", { signal })).data,
  });

/** The paths of the texts that have a history. */
export const textsWithHistory = () =>
  queryOptions({
    queryKey: ["site", "history"],
    queryFn: async ({ signal }) => (await call("GET", "/site/history", { signal })).data,
  });

/** The company's name and logo. It is read again when a text of the site may have changed, and only then. */
export const companyView = () =>
  queryOptions({
    queryKey: ["site", "company"],
    queryFn: async ({ signal }) => (await call("GET", "/site/company", { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });

type Edits = BodyOf<SiteContentApi["update"]>["edits"];

/** `draft`: the state of the draft that they contain. @throws AppError `invalid` naming each path, `stale` with what somebody else has saved at each */
export const saveSiteEdits = async (edits: Edits, draft?: string) =>
  (await call("PUT", "/site/edit", { query: draft === undefined ? {} : { draft }, body: { edits } })).data;
