import SQLite from "better-sqlite3";
import { onTestFinished } from "vitest";
import { openDatabase, sqliteFile } from "#db/open.server.ts";
import type { Schema } from "#db/schema.ts";
import type { Database, Place } from "./place.ts";

/** Holds the rows of a table as another process that writes them does; on SQLite all of the file. @returns how to let go of them */
export async function holdRows(database: Database, place: Place, table: keyof Schema): Promise<() => Promise<void>> {
  if (database === "sqlite") {
    const other = new SQLite(sqliteFile(place.dataDir));
    onTestFinished(() => void other.close());
    other.exec("begin exclusive");
    return async () => void other.exec("rollback");
  }
  const { db, close } = await openDatabase(place);
  const holding = await db.startTransaction().execute();
  await holding
    .selectFrom(table as "faq")
    .selectAll()
    .forUpdate()
    .execute();
  return async () => {
    await holding.rollback().execute();
    await close();
  };
}
