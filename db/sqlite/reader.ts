// The thread that runs SQLite's long reads (db/sqlite/reader-thread.server.ts): one statement at a time, on its own
// connection.
import { type MessagePort, parentPort } from "node:worker_threads";
import SQLite from "better-sqlite3";
import { setUpConnection } from "./connection.ts";

/** The database to read until `"close"`, after which the thread can be given another one. */
export interface OpenRequest {
  file: string;
}

/** A statement to run. */
export interface ReadRequest {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}

/** Says that the previous portion was received and the next one may be sent. */
export interface NextRequest {
  id: number;
}

/** A portion of a statement's rows, each a list of values in the order of `columns`; or the error; or that it is closed. */
export type ReadReply =
  | "closed"
  | { id: number; columns: string[]; rows: unknown[][]; isLast: boolean }
  | { id: number; failure: { message: string; code: string } };

/** The number of rows the receiver turns into objects in about a millisecond. */
const rowsInPortion = 250;

const port = parentPort as MessagePort;
let sqlite: SQLite.Database;

/** Rows read but not sent yet. */
const unsent = new Map<number, { columns: string[]; rows: unknown[][] }>();

port.on("message", (request: OpenRequest | ReadRequest | NextRequest | "close") => {
  if (request === "close") {
    sqlite.close();
    unsent.clear();
    port.postMessage("closed" satisfies ReadReply);
  } else if ("file" in request) open(request.file);
  else if ("sql" in request) read(request);
  else send(request.id);
});

function open(file: string): void {
  sqlite = new SQLite(file, { fileMustExist: true });
  setUpConnection(sqlite);
  sqlite.pragma("query_only = ON");
}

function read({ id, sql, parameters }: ReadRequest): void {
  try {
    const statement = sqlite.prepare(sql).raw();
    const rows = statement.all(...parameters) as unknown[][];
    unsent.set(id, { columns: statement.columns().map(({ name }) => name), rows });
    send(id);
  } catch (error) {
    const { message, code = "" } = error as Error & { code?: string };
    port.postMessage({ id, failure: { message, code } } satisfies ReadReply);
  }
}

function send(id: number): void {
  const { columns, rows } = unsent.get(id) ?? { columns: [], rows: [] };
  const portion = rows.splice(0, rowsInPortion);
  const isLast = rows.length === 0;
  if (isLast) unsent.delete(id);
  port.postMessage({ id, columns, rows: portion, isLast } satisfies ReadReply);
}
