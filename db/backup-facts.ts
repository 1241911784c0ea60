import type { TableSum } from "./table-contents.ts";

/** What a dump holds, as the database itself said in the moment of the dump. */
export interface DumpFacts {
  /** Names of the migrations that were made, in their order. */
  migrations: string[];
  /** How many rows each table has. */
  rows: Record<string, number>;
  /** What the rows of each table add up to (db/table-contents.ts); backups of early builds do not say. */
  checksums?: Record<string, string> | undefined;
  /** Of SQLite's data folder (docs/decisions/0032); `null` on PostgreSQL. */
  siteId: string | null;
  /** The version of what made the dump: of SQLite, or of pg_dump. */
  madeBy: string;
}

/** A backup or a restore cannot be made; the message says what to do and is fit for one line on the console. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** @returns what the restored database has otherwise than the dump said, or `undefined` */
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

/** Counts and checksums as a manifest has them. */
export function contentFacts(sums: Record<string, TableSum>): Required<Pick<DumpFacts, "rows" | "checksums">> {
  const each = <T>(pick: (sum: TableSum) => T) =>
    Object.fromEntries(Object.entries(sums).map(([table, sum]) => [table, pick(sum)]));
  return { rows: each(({ rows }) => rows), checksums: each(({ checksum }) => checksum) };
}
