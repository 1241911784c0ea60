import SQLite from "better-sqlite3";
import pg from "pg";
import { sqliteFile } from "#db/open.server.ts";
import { setUpConnection } from "#db/sqlite/connection.ts";
import type { DataLocation } from "./data-location.ts";

/** A statement as it was sent, with its values. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** A read of every row of a table. */
export interface FullScan {
  table: string;
  sql: string;
}

/** One step of a plan that reads a table from end to end instead of looking up rows. */
interface Walk {
  table: string;
  /** The index that is scanned, if any. */
  index: string | undefined;
  isLimited: boolean;
}

/**
 * Statements that read every row of a table. Scanning an index does not count if a limit ends it soon, or if the index
 * contains only what is selected (a partial one, such as the trash's).
 */
export async function fullScans(place: DataLocation, statements: Statement[]): Promise<FullScan[]> {
  const explained = place.databaseUrl ? postgresWalks(place.databaseUrl, statements) : sqliteWalks(place, statements);
  const { walks, partial } = await explained;
  return walks
    .filter(({ walk: { index, isLimited } }) => index === undefined || !(isLimited || partial.has(index)))
    .map(({ walk: { table }, sql }) => ({ table, sql }));
}

/** A connection of its own to a test's database, with the product's SQL functions. */
function openSqlite(place: DataLocation): SQLite.Database {
  const sqlite = new SQLite(sqliteFile(place.dataDir), { readonly: true });
  setUpConnection(sqlite);
  return sqlite;
}

/** SQLite's plan for a statement, one step per line. */
export function sqlitePlan(place: DataLocation, { sql, parameters }: Statement): string {
  const sqlite = openSqlite(place);
  try {
    const steps = sqlite.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    return steps.map(({ detail }) => detail).join("\n");
  } finally {
    sqlite.close();
  }
}

/** Tables that store pictures, each many pages long, in a column named `bytes`. */
const pictureTables = ["upload", "upload_variant"];

/**
 * Statements that read a picture without returning it. To reach a column, SQLite reads everything stored before it in
 * the row, including the picture, so such queries must be answered from an index alone. PostgreSQL stores pictures
 * outside the rows and reads them only when they are selected.
 */
export function pictureReads(place: DataLocation, statements: Statement[]): FullScan[] {
  const asking = statements.filter(({ sql }) => /^(with|select)\b/.test(sql) && !/^select [^(]*(\*|"bytes")/.test(sql));
  if (place.databaseUrl)
    return pictureTables.flatMap((table) =>
      asking
        .filter(({ sql }) => sql.includes(table) && sql.replaceAll("octet_length(bytes)", "").includes("bytes"))
        .map(({ sql }) => ({ table, sql })),
    );
  const sqlite = openSqlite(place);
  try {
    return asking.flatMap(({ sql, parameters }) => {
      const steps = sqlite.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
      return steps.flatMap(({ detail }) => {
        const [, table = "", how = ""] = /^(?:SCAN|SEARCH) (\w+)(.*)$/.exec(detail) ?? [];
        return pictureTables.includes(table) && !how.includes("USING COVERING INDEX") ? [{ table, sql }] : [];
      });
    });
  } finally {
    sqlite.close();
  }
}

interface Explained {
  walks: { walk: Walk; sql: string }[];
  /** Names of partial indexes. */
  partial: Set<string>;
}

async function sqliteWalks(place: DataLocation, statements: Statement[]): Promise<Explained> {
  const sqlite = openSqlite(place);
  try {
    const partial = new Set(
      sqlite
        .prepare("select name from sqlite_master where type = 'index' and sql like '% where %'")
        .pluck()
        .all() as string[],
    );
    const walks = statements.flatMap(({ sql, parameters }) => {
      const steps = sqlite.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
      const isLimited =
        / limit \?/.test(sql) && !steps.some(({ detail }) => detail.includes("TEMP B-TREE FOR ORDER BY"));
      const walks = steps.flatMap(({ detail }) => {
        const [, table, index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?(?! VIRTUAL)/.exec(detail) ?? [];
        return table ? [{ walk: { table, index, isLimited }, sql }] : [];
      });
      // A whole table is counted by its pages, without reading its rows, although the plan calls that a scan.
      const program = sqlite.prepare(`explain ${sql}`).all(...parameters) as { opcode: string }[];
      let counts = program.filter(({ opcode }) => opcode === "Count").length;
      return walks.filter(({ walk: { index } }) => index === undefined || partial.has(index) || counts-- <= 0);
    });
    return { walks, partial };
  } finally {
    sqlite.close();
  }
}

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  /** A condition not covered by the index: rows are read one by one until it matches. */
  Filter?: string;
  Plans?: Node[];
}

async function postgresWalks(databaseUrl: string, statements: Statement[]): Promise<Explained> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Small tables are read whole even if an index exists; these settings prevent that unless there is none.
    for (const way of ["seqscan", "mergejoin", "hashjoin"]) await client.query(`set enable_${way} = off`);
    const partial = await client.query<{ name: string }>(
      "select indexrelid::regclass::text as name from pg_index where indpred is not null",
    );
    const walks: Explained["walks"] = [];
    for (const { sql, parameters } of statements) {
      const { rows } = await client.query(`explain (format json) ${sql}`, [...parameters]);
      walks.push(...walksIn(rows[0]["QUERY PLAN"][0].Plan, false).map((walk) => ({ walk, sql })));
    }
    return { walks, partial: new Set(partial.rows.map(({ name }) => name)) };
  } finally {
    await client.end();
  }
}

function walksIn(node: Node, isLimited: boolean): Walk[] {
  const type = node["Node Type"];
  // Sorting reads all rows first, whatever limit is above it.
  const below = type === "Limit" || (isLimited && !/Sort|Aggregate|Unique/.test(type));
  const inner = (node.Plans ?? []).flatMap((plan) => walksIn(plan, below));
  const isWalk = type === "Seq Scan" || (/Index.* Scan/.test(type) && node["Index Cond"] === undefined);
  if (!isWalk) return inner;
  return [
    ...inner,
    { table: node["Relation Name"] ?? "", index: node["Index Name"], isLimited: isLimited && !node.Filter },
  ];
}
