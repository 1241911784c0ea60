import fs from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { idSetting } from "../data-dir/data-dir.server.ts";
import { lockFolder, movingFolder } from "../data-dir/process-lock.server.ts";
import { newSiteFile, requireNoSite, writeSiteFile } from "../data-dir/site-file.server.ts";
import { migrateToLatest, migrationNames, newestMigration } from "../migrate/migrate.server.ts";
import { openDatabase } from "../open.server.ts";
import { applicationId, lastCommits, logFile, makeFolder, readHeader, sqliteFile } from "../sqlite/file.server.ts";
import { quoted, sqliteRows, sqliteSums, sqliteTables } from "../sqlite/tables.server.ts";
import { type ColumnKind, inOrderOfReference, type RowValues, type TableOutline } from "../table-contents.ts";
import { type IndexedWords, isOfMigrator, MoveError, type MoveSource, type MoveTarget } from "./move.ts";

/** Opens the site of a data folder and locks it against other processes. @throws MoveError, OpenError */
export async function openSqliteSource(dataDir: string): Promise<MoveSource> {
  const file = sqliteFile(dataDir);
  if (!fs.existsSync(file)) throw new MoveError(`There is no database in ${dataDir}.`);
  const release = await lockFolder(dataDir, 0);
  let sqlite: SQLite.Database | undefined;
  try {
    const header = fs.existsSync(logFile(file)) ? undefined : readHeader(file);
    if (header === "empty" || (typeof header === "object" && header.userVersion === lastCommits.inLog))
      throw new MoveError(`The database ${file} is empty, or lacks its log. Start the site: it says what to do.`);
    sqlite = new SQLite(file, { readonly: true });
    sqlite.exec("begin");
    requireMigrations(sqlite, file);
    return source(sqlite, release);
  } catch (error) {
    sqlite?.close();
    release();
    throw error;
  }
}

function requireMigrations(sqlite: SQLite.Database, file: string): void {
  const isThere = sqlite.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get() !== undefined;
  const names = isThere
    ? (sqlite.prepare("select name from kysely_migration order by name").pluck().all() as string[])
    : [];
  if (names.join() !== migrationNames.join())
    throw new MoveError(
      `The database ${file} is at ${names.at(-1) ?? "no migration"}, and this build at ${newestMigration}. Start the site once with this build (npm start), or move it with its own.`,
    );
}

function source(sqlite: SQLite.Database, release: () => void): MoveSource {
  const hasSequence = sqlite.prepare("select 1 from sqlite_master where name = 'sqlite_sequence'").get() !== undefined;
  return {
    tables: sqliteTables(sqlite).filter(({ name }) => !isOfMigrator(name)),
    indexes: sqlite
      .prepare("select name from pragma_table_list where schema = 'main' and type = 'virtual' order by name")
      .pluck()
      .all() as string[],
    rows: (table) => sqliteRows(sqlite, table),
    *words(index): Generator<IndexedWords> {
      // The index stores no text, only the words of each row.
      const view = quoted(`${index}_words`);
      sqlite.exec(`create virtual table temp.${view} using fts5vocab(main, ${quoted(index)}, instance)`);
      const rows = sqlite
        .prepare(`select cast(doc as text), group_concat(distinct term) from temp.${view} group by doc order by doc`)
        .raw()
        .iterate() as IterableIterator<IndexedWords>;
      for (const [id, words] of rows) yield [id, words.replaceAll(",", " ")];
    },
    lastId: async (table) =>
      hasSequence
        ? (sqlite.prepare("select cast(seq as text) from sqlite_sequence where name = ?").pluck().get(table) as
            | string
            | undefined)
        : undefined,
    async close() {
      sqlite.close();
      release();
    },
  };
}

/**
 * Creates the database of an empty data folder. Until committed it stays in a separate folder, which the next move
 * starts over.
 * @throws MoveError, OpenError
 */
export async function openSqliteTarget(dataDir: string): Promise<MoveTarget> {
  const file = sqliteFile(dataDir);
  const refuse = (found: string) =>
    new MoveError(
      `${dataDir} already contains a site (${found}). Move into an empty folder, or move what is there away.`,
    );
  requireNoSite(dataDir, refuse);
  makeFolder(dataDir);
  const release = await lockFolder(dataDir, 0);
  const draftFolder = path.join(dataDir, movingFolder);
  const draft = sqliteFile(draftFolder);
  try {
    requireNoSite(dataDir, refuse);
    const { db, close } = await openDatabase({ dataDir: draftFolder, databaseUrl: undefined });
    await migrateToLatest(db);
    await close();
    const sqlite = new SQLite(draft);
    sqlite.pragma("journal_mode = delete");
    sqlite.pragma("foreign_keys = off");
    sqlite.exec("begin");
    const tables = inOrderOfReference(sqliteTables(sqlite)).filter(({ name }) => !isOfMigrator(name));
    for (const { name } of tables.toReversed()) sqlite.exec(`delete from ${quoted(name)}`);
    return {
      ...writer(sqlite, tables),
      async commit() {
        requireReferences(sqlite);
        sqlite.exec("commit");
        sqlite.pragma(`application_id = ${applicationId}`);
        sqlite.pragma(`user_version = ${lastCommits.complete}`);
        const id = sqlite.prepare("select value from setting where name = ?").pluck().get(idSetting) as
          | string
          | undefined;
        sqlite.close();
        // The database goes first, as in a restore: a folder that has only a marker counts as having lost its database.
        fs.renameSync(draft, file);
        if (id !== undefined) writeSiteFile(dataDir, { ...newSiteFile(), id, state: "in use" });
      },
      async close() {
        if (sqlite.open) sqlite.close();
        fs.rmSync(draftFolder, { recursive: true, force: true });
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

type Writer = Pick<MoveTarget, "tables" | "insert" | "insertWords" | "setLastId" | "sums">;

function writer(sqlite: SQLite.Database, tables: TableOutline[]): Writer {
  const statements = new Map<string, SQLite.Statement>();
  const prepared = (text: string): SQLite.Statement => {
    const known = statements.get(text) ?? sqlite.prepare(text);
    statements.set(text, known);
    return known;
  };
  return {
    tables,
    async insert({ name, columns }, rows) {
      const list = columns.map((column) => quoted(column.name)).join(", ");
      const marks = columns.map(() => "?").join(", ");
      const statement = prepared(`insert into ${quoted(name)} (${list}) values (${marks})`);
      for (const row of rows) statement.run(row.map((value, index) => bound(value, columns[index]?.kind)));
    },
    async insertWords(index, words) {
      const statement = prepared(`insert into ${quoted(index)} (rowid, words) values (?, ?)`);
      for (const [id, text] of words) statement.run(BigInt(id), text);
    },
    async setLastId(table, id) {
      prepared("delete from sqlite_sequence where name = ?").run(table);
      prepared("insert into sqlite_sequence (name, seq) values (?, ?)").run(table, BigInt(id));
    },
    sums: async () => sqliteSums(sqlite),
  };
}

function bound(value: RowValues[number], kind: ColumnKind | undefined): unknown {
  if (value === null || typeof value !== "string") return value;
  if (kind === "integer") return BigInt(value);
  return kind === "real" ? Number(value) : value;
}

function requireReferences(sqlite: SQLite.Database): void {
  const [broken] = sqlite.pragma("foreign_key_check") as { table: string; parent: string }[];
  if (broken) throw new MoveError(`A row of ${broken.table} refers to one that ${broken.parent} does not have.`);
}
