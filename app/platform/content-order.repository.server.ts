import { sql } from "kysely";
import type { ContentType } from "#app/shared/content-type.ts";
import type { Db } from "#db/schema.ts";
import { contentTable } from "./content-row.repository.server.ts";

// The editors' order: the column `position` of each content table, counted from one.

export interface OrderedRow {
  id: number;
  slug: string;
  position: number;
  isTrashed: boolean;
}

/** All rows of a table in their order, those in the trash too: they keep their place. */
export async function listInOrder(db: Db, type: ContentType): Promise<OrderedRow[]> {
  const rows = await db
    .selectFrom(contentTable(type))
    .select(["id", "slug", "position", "deletedAt"])
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map(({ deletedAt, ...row }) => ({ ...row, isTrashed: deletedAt !== null }));
}

/** Puts the rows that `wanted` names first, in its order; what is not named follows in its former one. @returns the live rows in the new order */
export async function saveOrder(db: Db, type: ContentType, rows: OrderedRow[], wanted: number[]): Promise<number[]> {
  const { live, places } = reordered(
    rows.map(({ id, ...row }) => ({ key: id, ...row })),
    wanted,
  );
  for (const some of chunksOf(places, rowsAtOnce))
    await db
      .updateTable(contentTable(type))
      .set({ position: positionCase("id", some) })
      .where(
        "id",
        "in",
        some.map(({ key }) => key),
      )
      .execute();
  return live;
}

/** A thousand entries are moved by a few statements: SQLite takes 32,766 values in one, and each row looks its place up in the list. */
export const rowsAtOnce = 250;

/** The new position of each row of one statement, by the row's key. */
export const positionCase = (key: "id", places: { key: number | string; position: number }[]) =>
  sql<number>`case ${sql.ref(key)} ${sql.join(
    places.map((place) => sql`when ${place.key} then cast(${place.position} as integer)`),
    sql` `,
  )} end`;

export function chunksOf<T>(entries: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, n) => entries.slice(n * size, (n + 1) * size));
}

interface Ordered<K> {
  key: K;
  position: number;
  isTrashed: boolean;
}

/**
 * The places that change when `wanted` comes first, in its order, and the live keys as they stand then. Places are counted
 * from one. What lies in the trash stays behind the row that it stood behind, so that it comes back in its place.
 */
export function reordered<K>(rows: Ordered<K>[], wanted: K[]): { live: K[]; places: { key: K; position: number }[] } {
  const byKey = new Map(rows.filter((row) => !row.isTrashed).map((row) => [row.key, row]));
  const first = new Set([...new Set(wanted)].flatMap((key) => byKey.get(key) ?? []));
  const live = [...first, ...[...byKey.values()].filter((row) => !first.has(row))];
  // Each row of the trash by the row that it stands behind.
  const behind = new Map<Ordered<K> | undefined, Ordered<K>>();
  for (const [index, row] of rows.entries()) if (row.isTrashed) behind.set(rows[index - 1], row);
  const order: Ordered<K>[] = [];
  for (const row of [undefined, ...live])
    for (let next = row ?? behind.get(row); next; next = behind.get(next)) order.push(next);
  const places = order
    .map(({ key, position: was }, index) => ({ key, position: index + 1, was }))
    .filter(({ position, was }) => position !== was);
  return { live: live.map(({ key }) => key), places };
}
