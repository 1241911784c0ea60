/** How many entries of a long list are loaded at a time. */
export const pageSize = 100;

export interface ListPage<T> {
  data: T[];
  hasMore: boolean;
}

/** Asks for one entry more than a page shows: whether there is another page is known without counting the whole list. */
export async function readPage<T>(read: (limit: number) => Promise<{ data: T[] }>): Promise<ListPage<T>> {
  const { data } = await read(pageSize + 1);
  return { data: data.slice(0, pageSize), hasMore: data.length > pageSize };
}

/** The slug after which the next page begins; `undefined` after the last. */
export const nextAfter = ({ data, hasMore }: ListPage<{ slug: string }>): string | undefined =>
  hasMore ? data.at(-1)?.slug : undefined;
