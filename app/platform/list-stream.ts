/** A list of any length, read in portions while it is sent, so that it never stands in memory whole. */
export class ListStream<T> {
  readonly portions: AsyncIterable<T[]>;
  /** The total, reported when the caller pages or searches. */
  readonly total: number | undefined;

  constructor(portions: AsyncIterable<T[]>, total?: number) {
    this.portions = portions;
    this.total = total;
  }
}

interface Portions<R, T> {
  /** The next rows in the list's order after `last` (keyset), or its first ones. */
  read(last: R | undefined, limit: number): Promise<R[]>;
  toEntries(rows: R[]): T[] | Promise<T[]>;
  /** The maximum in total. */
  most?: number | undefined;
  /** Rows of a portion. */
  size?: number;
}

/** Reads a list by keyset pagination: rows inserted or deleted meanwhile neither repeat nor skip others. */
export async function* inPortions<R, T>({
  read,
  toEntries,
  most = Number.POSITIVE_INFINITY,
  size = 200,
}: Portions<R, T>): AsyncGenerator<T[]> {
  let last: R | undefined;
  for (let left = most; left > 0; ) {
    const limit = Math.min(size, left);
    const rows = await read(last, limit);
    if (rows.length > 0) yield await toEntries(rows);
    if (rows.length < limit) return;
    left -= rows.length;
    last = rows.at(-1);
  }
}

/** One sorted list out of several. `isBefore`: whether the first comes before the second. */
export async function* merged<T>(
  lists: AsyncIterable<T[]>[],
  isBefore: (a: T, b: T) => boolean,
  size = 200,
): AsyncGenerator<T[]> {
  const sources = lists.map((list) => ({ iterator: list[Symbol.asyncIterator](), rows: [] as T[], next: 0 }));
  const fill = async (source: (typeof sources)[number]) => {
    while (source.next >= source.rows.length) {
      const { done, value } = await source.iterator.next();
      if (done) return false;
      Object.assign(source, { rows: value, next: 0 });
    }
    return true;
  };
  let portion: T[] = [];
  for (;;) {
    let first: { source: (typeof sources)[number]; row: T } | undefined;
    for (const source of sources) {
      // Awaited only where a portion has run out.
      if (source.next >= source.rows.length && !(await fill(source))) continue;
      const row = source.rows[source.next] as T;
      if (!first || isBefore(row, first.row)) first = { source, row };
    }
    if (!first) break;
    first.source.next++;
    portion.push(first.row);
    if (portion.length === size) {
      yield portion;
      portion = [];
    }
  }
  if (portion.length > 0) yield portion;
}
