import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { pageSize } from "#app/shared/paging.ts";

export interface ListPage<T> {
  data: T[];
  hasMore: boolean;
}

/** At most so many entries, after the one named. */
interface Part {
  limit: number;
  before: string | undefined;
}

/**
 * A list, one page at a time after the last entry loaded, so that it stays fast at any size and skips none when others
 * delete some. `placeOf`: how the server finds an entry in it. It asks for one entry more than a page has, so that it
 * knows whether there is another page without counting the whole list.
 */
export const pagedQuery = <T, More extends object>(
  queryKey: unknown[],
  read: (part: Part, signal: AbortSignal) => Promise<{ data: T[] } & More>,
  placeOf: (entry: T) => string,
  atOnce = pageSize,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<ListPage<T> & Omit<More, "data">> => {
      const { data, ...more } = await read({ limit: atOnce + 1, before: pageParam }, signal);
      return { ...more, data: data.slice(0, atOnce), hasMore: data.length > atOnce };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? placeOf(data.at(-1) as T) : undefined),
    placeholderData: keepPreviousData,
  });
