import {
  type ColumnDataType,
  type CreateTableBuilder,
  type Kysely,
  PostgresAdapter,
  type SelectQueryBuilder,
  sql,
} from "kysely";

export type Dialect = "sqlite" | "postgres";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not the current schema
export type AnyDb = Kysely<any>;

export function dialectOf(db: AnyDb): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}

/**
 * The rows that still match once nobody else is changing them, which nobody does until the transaction ends. SQLite has
 * one writer anyway.
 */
export const locked = <DB, TB extends keyof DB, O>(db: AnyDb, rows: SelectQueryBuilder<DB, TB, O>) =>
  dialectOf(db) === "postgres" ? rows.forUpdate() : rows;

/** Adds an auto-increment id that is never reused. */
export function withId<T extends string, C extends string>(table: CreateTableBuilder<T, C>, dialect: Dialect) {
  return dialect === "postgres"
    ? table.addColumn("id", "bigint", (column) => column.generatedAlwaysAsIdentity().primaryKey())
    : table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement());
}

export function bytesType(dialect: Dialect): ColumnDataType | ReturnType<typeof sql> {
  return dialect === "postgres" ? sql`bytea` : "blob";
}
