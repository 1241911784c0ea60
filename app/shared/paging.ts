/** Page size of long lists. */
export const pageSize = 100;

/** Page size of the lists of entries: this many cards fill a few screens, even on a phone. */
export const entriesAtOnce = 30;

export interface ListPage<T> {
  data: T[];
  hasMore: boolean;
}

/**
 * Reads one page, with whatever else the answer tells. It asks for one entry more than a page has, so that it knows
 * whether there is another page without counting the whole list.
 */
export async function readPage<T, More extends object>(
  read: (limit: number) => Promise<{ data: T[] } & More>,
): Promise<ListPage<T> & Omit<More, "data">> {
  const { data, ...more } = await read(pageSize + 1);
  return { ...more, data: data.slice(0, pageSize), hasMore: data.length > pageSize };
}

/** The slug after which the next page starts; undefined on the last page. */
export const nextAfter = ({ data, hasMore }: ListPage<{ slug: string }>): string | undefined =>
  hasMore ? data.at(-1)?.slug : undefined;

/** How many hits of a kind the back office's search shows; it asks for one more, to know whether there are more. */
export const hitsAtOnce = 5;
