import { sql } from "kysely";
import type { ContentType } from "#app/shared/content-type.ts";
import { chunksOf, idsIn } from "#app/shared/rows.ts";
import type { Db } from "#db/schema.ts";
import { contentTable } from "./content-row.repository.server.ts";

// The editors' order: the column `position` of each content table, counted from 1.

export interface OrderedRow {
  id: number;
  slug: string;
  position: number;
  isTrashed: boolean;
}

/** All rows of a table in order, including those in the trash, which keep their position. */
export async function listInOrder(db: Db, type: ContentType): Promise<OrderedRow[]> {
  const rows = await db
    .selectFrom(contentTable(type))
    .select(["id", "slug", "position", "deletedAt"])
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map(({ deletedAt, ...row }) => ({ ...row, isTrashed: deletedAt !== null }));
}

/**
 * Moves the rows listed in `wanted` to the front, in that order; the others follow in their previous order.
 * @returns the live rows in the new order
 */
export async function saveOrder(db: Db, type: ContentType, rows: OrderedRow[], wanted: number[]): Promise<number[]> {
  const { live, places } = reordered(rows, wanted);
  for (const some of chunksOf(places, rowsAtOnce))
    await db
      .updateTable(contentTable(type))
      .set({ position: positionCase(some) })
      .where("id", "in", idsIn(some))
      .execute();
  return live;
}

/**
 * Rows updated per statement. SQLite allows 32,766 parameters in one statement, and each row searches the list for its
 * position.
 */
export const rowsAtOnce = 250;

/** SQL expression for the new position of each row in one statement, by its id. */
export const positionCase = (places: { id: number | string; position: number }[]) =>
  sql<number>`case ${sql.ref("id")} ${sql.join(
    places.map((place) => sql`when ${place.id} then cast(${place.position} as integer)`),
    sql` `,
  )} end`;

interface Ordered<K> {
  id: K;
  position: number;
  isTrashed: boolean;
}

/**
 * The positions that change when `wanted` moves to the front in its order, and the live ids in the resulting order.
 * Positions are counted from 1. A row in the trash stays behind the row it followed, so that it returns to its old
 * position when restored.
 */
export function reordered<K>(rows: Ordered<K>[], wanted: K[]): { live: K[]; places: { id: K; position: number }[] } {
  const byId = new Map(rows.filter((row) => !row.isTrashed).map((row) => [row.id, row]));
  const first = new Set([...new Set(wanted)].flatMap((id) => byId.get(id) ?? []));
  const live = [...first, ...[...byId.values()].filter((row) => !first.has(row))];
  // Rows in the trash, keyed by the row they follow.
  const behind = new Map<Ordered<K> | undefined, Ordered<K>>();
  for (const [index, row] of rows.entries()) if (row.isTrashed) behind.set(rows[index - 1], row);
  const order: Ordered<K>[] = [];
  for (const row of [undefined, ...live])
    for (let next = row ?? behind.get(row); next; next = behind.get(next)) order.push(next);
  const places = order
    .map(({ id, position: was }, index) => ({ id, position: index + 1, was }))
    .filter(({ position, was }) => position !== was);
  return { live: idsIn(live), places };
}
