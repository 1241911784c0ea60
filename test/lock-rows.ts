import SQLite from "better-sqlite3";
import { onTestFinished } from "vitest";
import { openDatabase, sqliteFile } from "#db/open.server.ts";
import type { Schema } from "#db/schema.ts";
import type { Database, DataLocation } from "./data-location.ts";

/**
 * Locks the rows of a table as another process writing them would; on SQLite, the whole file.
 * @returns the function that releases them
 */
export async function lockRows(
  database: Database,
  place: DataLocation,
  table: keyof Schema,
): Promise<() => Promise<void>> {
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
