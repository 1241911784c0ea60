/** A list of any length, read in portions while it is sent, so that it is never held in memory as a whole. */
export class ListStream<T> {
  readonly portions: AsyncIterable<T[]>;
  /** Total length, set if the caller pages or searches. */
  readonly total: number | undefined;

  constructor(portions: AsyncIterable<T[]>, total?: number) {
    this.portions = portions;
    this.total = total;
  }
}

interface Portions<R, T> {
  /** The rows that follow `last` in list order (keyset), or the first ones. */
  read(last: R | undefined, limit: number): Promise<R[]>;
  toEntries(rows: R[]): T[] | Promise<T[]>;
  /** Maximum number of rows overall. */
  most?: number | undefined;
  /** Rows per portion. */
  size?: number;
}

/** Reads a list by keyset pagination: concurrent inserts and deletes never repeat or skip other rows. */
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

/** The entries of a list from `offset` on, at most `limit`; reads no further than it has to. */
export async function* partOf<T>(portions: AsyncIterable<T[]>, offset: number, limit: number): AsyncGenerator<T[]> {
  let [skipped, left] = [0, limit];
  for await (const portion of portions) {
    const part = portion.slice(Math.max(0, offset - skipped)).slice(0, left);
    skipped += portion.length;
    left -= part.length;
    if (part.length > 0) yield part;
    if (left === 0) return;
  }
}

/** Merges several sorted lists into one. `isBefore`: whether the first argument sorts before the second. */
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
      // Awaits only when a portion is used up.
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
