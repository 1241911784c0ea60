import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import { readPage } from "#app/shared/paging.ts";
import type { PictureApi, ReplacedPlace } from "./picture.contract.ts";

const call = officeSender<PictureApi>();

/** Those that contain `q`, newest first, one page at a time after the last one loaded. */
export const pictureList = (q: string) =>
  infiniteQueryOptions({
    queryKey: ["picture", "list", q],
    queryFn: ({ pageParam, signal }) =>
      readPage((limit) =>
        call("GET", "/picture/get-all", { query: { limit, before: pageParam, q: q || undefined }, signal }),
      ),
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, hasMore }) => {
      const last = data.at(-1);
      return hasMore && last ? `${last.createdAt} ${last.hash}` : undefined;
    },
  });

/** The saved versions that show a picture. */
export const versionsShowing = async (hash: string) =>
  (await call("GET", "/picture/versions/:hash", { params: { hash } })).data;

/** @throws AppError `conflict` with the places that show it */
export const removePicture = (hash: string) => call("DELETE", "/picture/:hash", { params: { hash } });

/** Shows the picture at `url` in the places that show another. @returns the places changed */
export const replacePicture = async (hash: string, url: string, only?: ReplacedPlace[]) =>
  (await call("POST", "/picture/replace/:hash", { params: { hash }, body: { url, only } })).data.changed;
