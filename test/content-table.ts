import { dialectOf, withId } from "#db/dialect.ts";
import { migrateToLatest } from "#db/migrate/migrate.server.ts";
import { openDatabase } from "#db/open.server.ts";
import type { DataLocation } from "./data-location.ts";

/**
 * Migrates a location and adds tables for content types that the product does not have: the common columns plus these.
 */
export async function migratedDatabase(
  place: DataLocation,
  tables: Record<string, Record<string, "text" | "integer">>,
): Promise<void> {
  const { db, close } = await openDatabase(place);
  await migrateToLatest(db);
  for (const [name, columns] of Object.entries(tables)) {
    const table = withId(db.schema.createTable(name), dialectOf(db))
      .addColumn("slug", "text", (column) => column.notNull().unique())
      .addColumn("published", "integer", (column) => column.notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .addColumn("deleted_at", "text");
    await Object.entries(columns)
      .reduce((built, [column, type]) => built.addColumn(column, type, (c) => c.notNull()), table)
      .execute();
  }
  await close();
}
