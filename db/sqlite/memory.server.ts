import SQLite from "better-sqlite3";
import { Kysely } from "kysely";
import type { AnyDb } from "../dialect.ts";
import { plugins } from "../plugins.ts";
import { ReaderWriterSqliteDialect } from "./driver.server.ts";

/** An empty in-memory SQLite, to see what migrations create. */
export function openInMemory(): AnyDb {
  const sqlite = new SQLite(":memory:");
  return new Kysely({ dialect: new ReaderWriterSqliteDialect(sqlite, sqlite), plugins });
}
