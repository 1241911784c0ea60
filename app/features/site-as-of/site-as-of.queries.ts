import { readQuery } from "#app/browser/read-query.ts";
import { officeSender } from "#app/browser/session.ts";
import type { PreviewPage } from "#app/shared/public-pages.ts";
import type { SiteAsOfApi } from "./site-as-of.contract.ts";

const call = officeSender<SiteAsOfApi>();

/** How the content differs from what it was at a time. */
export const differencesSince = (at: string) =>
  readQuery(["site-as-of", at], (signal) => call("GET", "/site-as-of/differences", { query: { at }, signal }));

/** @returns the URL of a page as it was at a time, valid for 15 minutes */
export const previewAsOf = async (at: string, page: PreviewPage): Promise<string> =>
  (await call("POST", "/site-as-of/preview", { body: { at, page } })).data.url;

/** Sets the content back. @throws AppError `stale` if somebody has saved since it was compared */
export const restoreSite = async (at: string, version: number) =>
  (await call("POST", "/site-as-of/restore", { body: { at, version } })).data;
