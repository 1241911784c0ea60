import { pagedQuery } from "#app/browser/paged-query.ts";
import { officeSender } from "#app/browser/session.ts";
import type { PictureApi, ReplacedPlace } from "./picture.contract.ts";

const call = officeSender<PictureApi>();

/** Those that contain `q`, newest first. */
export const pictureList = (q: string) =>
  pagedQuery(
    ["picture", "list", q],
    (part, signal) => call("GET", "/picture/get-all", { query: { ...part, q: q || undefined }, signal }),
    ({ createdAt, hash }) => `${createdAt} ${hash}`,
  );

export const versionsShowing = async (hash: string) =>
  (await call("GET", "/picture/versions/:hash", { params: { hash } })).data;

/** @throws AppError `conflict` with the places that show it */
export const removePicture = (hash: string) => call("DELETE", "/picture/:hash", { params: { hash } });

/** Shows the picture at `url` in the places that show another. @returns the places changed */
export const replacePicture = async (hash: string, url: string, only?: ReplacedPlace[]) =>
  (await call("POST", "/picture/replace/:hash", { params: { hash }, body: { url, only } })).data.changed;
