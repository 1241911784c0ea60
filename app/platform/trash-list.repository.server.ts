import { type Expression, type SqlBool, sql } from "kysely";
import { inPortions } from "./list-stream.ts";
import type { Trashed, TrashStart } from "./trash.server.ts";

interface TrashRow {
  id: number | string;
  deletedAt: string | null;
}

/**
 * The list of a trash, in portions. `read`: the first rows by `deletedAt` and `id`, newest first, that fulfil a
 * condition. `table`: where these columns would be ambiguous.
 */
export function trashPortions<R extends TrashRow>(
  start: TrashStart | undefined,
  read: (where: Expression<SqlBool> | undefined, limit: number) => Promise<R[]>,
  toTrashed: (row: R) => Omit<Trashed, "deletedAt" | "key">,
  table?: string,
): AsyncIterable<Trashed[]> {
  return inPortions({
    read(last: R | undefined, limit) {
      const from: TrashStart | undefined = last ? { deletedAt: last.deletedAt ?? "", ties: { below: last.id } } : start;
      return read(from && isFrom(from, table), limit);
    },
    toEntries: (rows) => rows.map((row) => ({ ...toTrashed(row), deletedAt: row.deletedAt ?? "", key: row.id })),
  });
}

function isFrom({ deletedAt, ties }: TrashStart, table?: string): Expression<SqlBool> {
  const [time, key] = ["deletedAt", "id"].map((column) => sql.ref(table ? `${table}.${column}` : column));
  if (ties === "all") return sql<SqlBool>`${time} <= ${deletedAt}`;
  if (ties === "none") return sql<SqlBool>`${time} < ${deletedAt}`;
  return sql<SqlBool>`(${time}, ${key}) < (${deletedAt}, ${ties.below})`;
}
