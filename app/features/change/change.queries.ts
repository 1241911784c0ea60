import { infiniteQueryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/shared/session.ts";
import type { Change, ChangeApi } from "./change.contract.ts";

const call = officeSender<ChangeApi>();

const pageSize = 50;

/** The newest saved states of an entry, newest first: enough to tell who has just changed a field. */
export const savedStates = async (noun: string, slug: string): Promise<Change[]> =>
  (await call("GET", "/history/:noun/:slug", { params: { noun, slug }, query: { limit: pageSize } })).data;

/** The saved states of an entry, newest first. */
export const changeList = (noun: string, slug: string) =>
  infiniteQueryOptions({
    queryKey: ["history", noun, slug],
    queryFn: async ({ pageParam, signal }) =>
      (
        await call("GET", "/history/:noun/:slug", {
          params: { noun, slug },
          query: { limit: pageSize, before: pageParam },
          signal,
        })
      ).data,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: Change[]) => (page.length < pageSize ? undefined : page.at(-1)?.id),
  });
