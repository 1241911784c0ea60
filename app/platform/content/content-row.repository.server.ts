import type { ContentType, EntryOf, Field } from "#app/shared/content-type.ts";
import type { Db, Row, Schema } from "#db/schema.ts";

// Kysely cannot type a table given as a parameter, so one table represents all, and the type's columns come back as
// `ContentRow`.
export const contentTable = ({ table }: ContentType) => table as "faq";

/** The table of a type, for queries that name tables. */
export const tableOf = ({ table }: ContentType) => table as keyof Schema;

type Columns = "id" | "slug" | "published" | "position" | "version" | "createdAt" | "updatedAt" | "deletedAt";

export type ContentRow = Pick<Row<"faq">, Columns> & { [column: string]: unknown };

/** When an entry was last saved. */
export async function savedAt(db: Db, type: ContentType, slug: string): Promise<Date> {
  const row = db.selectFrom(contentTable(type)).select("updatedAt").where("slug", "=", slug);
  return new Date((await row.executeTakeFirstOrThrow()).updatedAt);
}

/** Converts a row to the shape the API returns. */
export function entryOf<T extends ContentType>(type: T, row: ContentRow): EntryOf<T> {
  const fields = Object.entries(type.fields).map(([name, field]) => [name, apiValueOf(field, row[name])]);
  const { slug, published, version } = row;
  return { slug, ...Object.fromEntries(fields), published: published === 1, version } as EntryOf<T>;
}

const inJson = new Set<Field["kind"]>(["textList", "objectList", "json"]);

function apiValueOf({ kind }: Field, stored: unknown): unknown {
  if (inJson.has(kind)) return stored === null ? null : JSON.parse(String(stored));
  return kind === "boolean" ? stored === 1 : stored;
}

/** The columns of the fields present in `values`; absent fields are left unchanged. */
export function columnsOf(type: ContentType, values: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(type.fields).map(([name, field]) => [name, columnValueOf(field, values[name])]);
  const published = columnValueOf({ kind: "boolean" }, values.published);
  return Object.fromEntries([...fields, ["published", published]].filter(([, value]) => value !== undefined));
}

function columnValueOf({ kind }: Pick<Field, "kind">, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  if (inJson.has(kind)) return JSON.stringify(value);
  return kind === "boolean" ? Number(value) : value;
}

/** Initial values of the fields that only the server sets. */
export const readOnlyDefaults = ({ fields }: ContentType): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { readOnly, kind }]) =>
      readOnly && kind === "boolean" ? [[name, false]] : [],
    ),
  );
