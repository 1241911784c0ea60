import { OperatorError } from "../failures.ts";
import { type RowValues, TableChecksum, type TableOutline, type TableSum } from "../table-contents.ts";

/** A site cannot be moved. Nothing was changed. */
export class MoveError extends OperatorError {
  override name = "MoveError";
}

/** Words of a row in a full-text index: the row's id, and its words separated by spaces. */
export type IndexedWords = [id: string, words: string];

/** A database that is read as one consistent snapshot while nothing writes to it. */
export interface MoveSource {
  /** Without the migrator's own tables. */
  tables: TableOutline[];
  /** Names of full-text indexes. */
  indexes: string[];
  rows(table: TableOutline): AsyncIterable<RowValues> | Iterable<RowValues>;
  words(index: string): AsyncIterable<IndexedWords> | Iterable<IndexedWords>;
  /** The last id assigned to a row; `undefined` if the table assigns none. */
  lastId(table: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** An empty database with this build's schema. What is written becomes visible with `commit`, and not before. */
export interface MoveTarget {
  /** In an order that satisfies foreign keys. */
  tables: TableOutline[];
  insert(table: TableOutline, rows: RowValues[]): Promise<void>;
  insertWords(index: string, words: IndexedWords[]): Promise<void>;
  setLastId(table: string, id: string): Promise<void>;
  sums(): Promise<Record<string, TableSum>>;
  commit(): Promise<void>;
  /** Rolls back whatever was not committed. */
  close(): Promise<void>;
}

export interface Moved {
  tables: number;
  rows: number;
}

/** A batch ends at this many rows or bytes, whichever comes first. */
const maxRows = 1_000;
const maxBytes = 8 * 1024 * 1024;

/**
 * Copies every row from one database to the other, compares counts and checksums, and commits. Tables are read from the
 * database, never listed in code.
 * @throws MoveError if tables or columns differ, or the copy does not match the source
 */
export async function moveRows(source: MoveSource, target: MoveTarget): Promise<Moved> {
  requireSameTables(source.tables, target.tables);
  const sent: Record<string, TableSum> = {};
  for (const table of target.tables) {
    const checksum = new TableChecksum();
    const counted = each(source.rows(table), (row) => checksum.add(row));
    for await (const rows of inPortions(counted, bytesOf)) await target.insert(table, rows);
    sent[table.name] = { rows: checksum.rows, checksum: checksum.sum };
    const lastId = await source.lastId(table.name);
    if (lastId !== undefined) await target.setLastId(table.name, lastId);
  }
  for (const index of source.indexes)
    for await (const words of inPortions(source.words(index), ([, text]) => text.length))
      await target.insertWords(index, words);
  const arrived = await target.sums();
  for (const [table, { rows, checksum }] of Object.entries(sent)) {
    const got = arrived[table];
    if (got?.rows !== rows || got.checksum !== checksum)
      throw new MoveError(
        `${table} arrived different from what was sent (${got?.rows} rows of ${rows}). Nothing was kept.`,
      );
  }
  await target.commit();
  return { tables: target.tables.length, rows: Object.values(sent).reduce((sum, { rows }) => sum + rows, 0) };
}

function requireSameTables(from: TableOutline[], to: TableOutline[]): void {
  const outline = ({ columns }: TableOutline) => columns.map(({ name }) => name).join(", ");
  const names = new Set([...from, ...to].map(({ name }) => name));
  for (const name of names) {
    const [is, shall] = [from, to].map((tables) => tables.find((table) => table.name === name));
    if (!shall) throw new MoveError(`The table ${name} does not belong to this build. Move it away first.`);
    if (!is || outline(is) !== outline(shall))
      throw new MoveError(
        `The table ${name} has other columns than this build makes. Start the site once (npm start).`,
      );
  }
}

async function* each<T>(values: AsyncIterable<T> | Iterable<T>, look: (value: T) => void): AsyncGenerator<T> {
  for await (const value of values) {
    look(value);
    yield value;
  }
}

async function* inPortions<T>(
  values: AsyncIterable<T> | Iterable<T>,
  bytesOf: (value: T) => number,
): AsyncGenerator<T[]> {
  let portion: T[] = [];
  let bytes = 0;
  for await (const value of values) {
    portion.push(value);
    bytes += bytesOf(value);
    if (portion.length < maxRows && bytes < maxBytes) continue;
    yield portion;
    portion = [];
    bytes = 0;
  }
  if (portion.length > 0) yield portion;
}

const bytesOf = (row: RowValues): number => row.reduce((sum, value) => sum + (value?.length ?? 0), 0);

/** Whether it is one of the migrator's own tables, which each database keeps for itself. */
export const isOfMigrator = (table: string): boolean => table.startsWith("kysely_");
