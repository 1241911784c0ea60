import { OperatorError } from "./failures.ts";
import type { TableSum } from "./table-contents.ts";

/** Contents of a dump, as reported by the database at the moment of the dump. */
export interface DumpFacts {
  /** Names of the executed migrations, in order. */
  migrations: string[];
  /** Row count by table. */
  rows: Record<string, number>;
  /** Checksum of the rows by table (db/table-contents.ts); absent from backups made by early builds. */
  checksums?: Record<string, string> | undefined;
  /** Of SQLite's data folder (docs/decisions/0032); `null` on PostgreSQL. */
  siteId: string | null;
  /** Version of the tool that made the dump: SQLite or pg_dump. */
  madeBy: string;
}

/** A picture whose bytes are not in the dump, but in an object in a bucket. */
export interface PictureObject {
  hash: string;
  /** The key below the bucket's prefix. */
  key: string;
  /** Its size. */
  bytes: number;
}

export interface Dump {
  facts: DumpFacts;
  objects: PictureObject[];
}

/**
 * Tables that a dump leaves out, because they say what is this site's own in a bucket: a copy of the site must not take
 * that for its own.
 */
export const leftOut = ["bucket_folder", "unused_object"];

/** The pictures of a backup that are not in its dump, as they are read. */
export type RestoredPictures = AsyncIterable<{ hash: string; bytes: Uint8Array }>;

/** A backup or a restore failed. */
export class BackupError extends OperatorError {
  override name = "BackupError";
}

/** @returns how the restored database differs from the dump's facts, or `undefined` */
export function differenceOf(
  expected: DumpFacts,
  found: Pick<DumpFacts, "migrations" | "rows" | "checksums">,
): string | undefined {
  if (expected.migrations.join() !== found.migrations.join()) return "other migrations";
  const tables = new Set([...Object.keys(expected.rows), ...Object.keys(found.rows)]);
  for (const table of tables) {
    const [wanted, got] = [expected.rows[table], found.rows[table]];
    if (wanted !== got) return `${got ?? "no"} rows in ${table} instead of ${wanted ?? "no"}`;
    if (expected.checksums && expected.checksums[table] !== found.checksums?.[table])
      return `other rows in ${table} than were dumped`;
  }
  return undefined;
}

/** Row counts and checksums in the form a manifest stores. */
export function contentFacts(sums: Record<string, TableSum>): Required<Pick<DumpFacts, "rows" | "checksums">> {
  const each = <T>(pick: (sum: TableSum) => T) =>
    Object.fromEntries(Object.entries(sums).map(([table, sum]) => [table, pick(sum)]));
  return { rows: each(({ rows }) => rows), checksums: each(({ checksum }) => checksum) };
}
