import { sql } from "kysely";
import { AppError } from "#app/shared/app-error.ts";
import type { ListQuery } from "#app/shared/shape.ts";
import type { Db, Row } from "#db/schema.ts";
import { inPortions, ListStream } from "./list-stream.ts";
import { deleteRevisions } from "./revision.repository.server.ts";
import { countRows, holds, isPaged, listed } from "./search.repository.server.ts";
import { randomName } from "./secret.server.ts";
import { slugOf } from "./slug.server.ts";
import type { Erased, Trash } from "./trash.server.ts";

// The SQL that the four content tables share, since they share the columns slug, published, position, version and deleted_at.
// It knows those columns and no noun; what an entry is, its room says.

export type ManagedTable = "project" | "job" | "faq" | "review";
type Columns = "id" | "slug" | "published" | "position" | "version" | "createdAt" | "updatedAt" | "deletedAt";

export interface ManagedQuery extends ListQuery {
  /** A visitor sees what is published. */
  publishedOnly: boolean;
}

/** Columns that hold a JSON list of texts. */
const lists: ReadonlySet<string> = new Set(["bullets", "requirements", "perksAndBenefits", "experienceDetails"]);

// Kysely cannot type a table that is a parameter: one of the four stands for all, and the row type is given back here.
const any = (table: ManagedTable) => table as "faq";

/** In the editors' order; without limit and offset, all of them: for pages, which show them all. */
export async function listManaged<T extends ManagedTable>(
  db: Db,
  table: T,
  which: { publishedOnly: boolean; limit?: number; offset?: number },
): Promise<Row<T>[]> {
  let page = live(db, table, [], which).selectAll().orderBy("position").orderBy("id");
  if (which.limit !== undefined) page = page.limit(which.limit).offset(which.offset ?? 0);
  return (await page.execute()) as unknown as Row<T>[];
}

/** The same for a call, of any length. `searched`: the columns that `q` looks into; `size`: rows of a portion. */
export async function streamManaged<T extends ManagedTable, E>(
  db: Db,
  table: T,
  searched: readonly (keyof Row<T> & string)[],
  which: ManagedQuery,
  toEntries: (rows: Row<T>[]) => E[] | Promise<E[]>,
  size?: number,
): Promise<ListStream<E>> {
  const rows = live(db, table, searched, which);
  const read = async (last: Row<T> | undefined, limit: number): Promise<Row<T>[]> => {
    let page = rows.selectAll().orderBy("position").orderBy("id").limit(limit);
    if (!last && which.offset) page = page.offset(which.offset);
    const { position, id } = (last ?? {}) as unknown as Row<"faq">;
    if (last) page = page.where((eb) => eb(eb.refTuple("position", "id"), ">", eb.tuple(position, id)));
    return (await page.execute()) as unknown as Row<T>[];
  };
  const list = inPortions({ read, toEntries, most: which.limit, ...(size && { size }) });
  return new ListStream(list, isPaged(which) ? await countRows(db, rows) : undefined);
}

function live<T extends ManagedTable>(
  db: Db,
  table: T,
  searched: readonly (keyof Row<T> & string)[],
  which: Pick<ManagedQuery, "publishedOnly" | "q">,
) {
  let live = db.selectFrom(any(table)).where("deletedAt", "is", null);
  if (which.publishedOnly) live = live.where("published", "=", 1);
  const q = which.q?.trim();
  if (q)
    live = live.where((eb) =>
      holds(
        searched.map((column) =>
          lists.has(column) ? listed(db, eb.ref(column as "bullets")) : eb.ref(column as "question"),
        ),
        q,
      ),
    );
  return live;
}

/** @throws AppError `not_found` */
export async function getManaged<T extends ManagedTable>(
  db: Db,
  table: T,
  slug: string,
  { publishedOnly }: { publishedOnly: boolean },
): Promise<Row<T>> {
  let query = db.selectFrom(any(table)).selectAll().where("slug", "=", slug).where("deletedAt", "is", null);
  if (publishedOnly) query = query.where("published", "=", 1);
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError("not_found", "This entry does not exist, or no longer.");
  return row as unknown as Row<T>;
}

/** Adds an entry at the end of the order. Its slug comes from `title` and stays when the title changes. */
export async function insertManaged<T extends ManagedTable>(
  db: Db,
  table: T,
  title: string,
  values: Omit<Row<T>, Exclude<Columns, "published">>,
  at: Date,
): Promise<Row<T>> {
  const now = at.toISOString();
  const { last } = await db
    .selectFrom(any(table))
    .select((eb) => eb.fn.coalesce(eb.fn.max("position"), sql<number>`0`).as("last"))
    .executeTakeFirstOrThrow();
  const slug = await freeSlug(db, table, slugOf(title, table));
  const row = await db
    .insertInto(any(table))
    .values({
      ...values,
      slug,
      position: Number(last) + 1,
      version: 1,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    } as never)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as Row<T>;
}

/** Replaces the keys of `values` that are present and counts the version up. @throws AppError `conflict` when it is not `current` any more */
export async function updateManaged<T extends ManagedTable>(
  db: Db,
  table: T,
  current: { slug: string; version: number },
  values: Partial<Omit<Row<T>, Exclude<Columns, "published">>>,
  at: Date,
): Promise<Row<T>> {
  const row = await db
    .updateTable(any(table))
    .set({ ...present(values), version: current.version + 1, updatedAt: at.toISOString() } as never)
    .where("slug", "=", current.slug)
    .where("version", "=", current.version)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError("conflict", "Somebody else saved this entry at the same moment. Try again.");
  return row as unknown as Row<T>;
}

/** Moves an entry to the trash. @returns its row, or nothing when it is there already or never was */
export async function trashManaged<T extends ManagedTable>(
  db: Db,
  table: T,
  slug: string,
  at: Date,
): Promise<Row<T> | undefined> {
  const row = await db
    .updateTable(any(table))
    .set({ deletedAt: at.toISOString() })
    .where("slug", "=", slug)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  return row as unknown as Row<T> | undefined;
}

/** The trash counts too: an entry that is restored finds its address free. */
async function freeSlug(db: Db, table: ManagedTable, wanted: string): Promise<string> {
  const rows = await db
    .selectFrom(any(table))
    .select("slug")
    .where((eb) => eb.or([eb("slug", "=", wanted), eb("slug", "like", `${wanted}-%`)]))
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  for (let n = 1; n < 1_000; n++) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`;
    if (!taken.has(slug)) return slug;
  }
  return `${wanted}-${randomName(8)}`;
}

export const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** `undefined` stays away, so that an absent key is left alone. */
export const bitIfSaid = (value: boolean | undefined): 0 | 1 | undefined =>
  value === undefined ? undefined : bit(value);

export const jsonIfSaid = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

function present(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The trash of one managed table. `titleColumn`: by what a person knows an entry; `toEntry`: the entry as the API shows it; `partsOf`: what goes with it when it is erased, as text. */
export function managedTrash<T extends ManagedTable>(
  table: T,
  titleColumn: keyof Row<T> & string,
  toEntry: (db: Db, row: Row<T>) => Promise<{ slug: string; version: number }>,
  partsOf: (db: Db, id: number) => Promise<string[]> = async () => [],
): Trash {
  const trashed = (db: Db) => db.selectFrom(any(table)).where("deletedAt", "is not", null);
  return {
    kind: table,
    isContent: true,
    list(db) {
      const rows = trashed(db).select(["id", "slug", `${titleColumn as "question"} as title`, "deletedAt"]);
      return inPortions({
        read: (last: Awaited<ReturnType<typeof rows.execute>>[number] | undefined, limit) =>
          rows
            .$if(last !== undefined, (some) =>
              some.where((eb) =>
                eb(eb.refTuple("deletedAt", "id"), "<", eb.tuple(last?.deletedAt ?? "", last?.id ?? 0)),
              ),
            )
            .orderBy("deletedAt", "desc")
            .orderBy("id", "desc")
            .limit(limit)
            .execute(),
        toEntries: (some) =>
          some.map(({ slug, title, deletedAt }) => ({ id: slug, title, deletedAt: deletedAt ?? "" })),
      });
    },
    async restore(db, id) {
      const row = await db
        .updateTable(any(table))
        .set({ deletedAt: null })
        .where("slug", "=", id)
        .where("deletedAt", "is not", null)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const entry = await toEntry(db, row as unknown as Row<T>);
      return { noun: table, slug: entry.slug, version: entry.version, data: entry };
    },
    erase: (db, id) => eraseAll(db, trashed(db).where("slug", "=", id)),
    purge: (db, before) => eraseAll(db, trashed(db).where("deletedAt", "<", before.toISOString())),
  };

  /** For good means that no older state is left either; and the next entry under that slug begins without a past. */
  async function eraseAll(db: Db, which: ReturnType<typeof trashed>): Promise<Erased> {
    const rows = await which.selectAll().execute();
    const texts: string[] = [];
    for (const row of rows) {
      texts.push(JSON.stringify(row), ...(await partsOf(db, row.id)));
      await db.deleteFrom(any(table)).where("id", "=", row.id).execute();
      texts.push(...(await deleteRevisions(db, table, row.slug)));
    }
    return { count: rows.length, texts };
  }
}

export interface PlacedRow {
  id: number;
  slug: string;
  position: number;
  isTrashed: boolean;
}

/** All rows of a table in their order, those in the trash too: they keep their place. */
export async function listPlaced(db: Db, table: ManagedTable): Promise<PlacedRow[]> {
  const rows = await db
    .selectFrom(any(table))
    .select(["id", "slug", "position", "deletedAt"])
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map(({ deletedAt, ...row }) => ({ ...row, isTrashed: deletedAt !== null }));
}

/** Puts the rows that `wanted` names first, in its order; what is not named follows in its former one. @returns the live rows in the new order */
export async function sortManaged(db: Db, table: ManagedTable, rows: PlacedRow[], wanted: number[]): Promise<number[]> {
  const { live, places } = reordered(
    rows.map(({ id, ...row }) => ({ key: id, ...row })),
    wanted,
  );
  for (const some of chunksOf(places, placesAtOnce))
    await db
      .updateTable(any(table))
      .set({ position: placeOf("id", some) })
      .where(
        "id",
        "in",
        some.map(({ key }) => key),
      )
      .execute();
  return live;
}

/** A thousand entries are moved by a few statements: SQLite takes 32,766 values in one, and each row looks its place up in the list. */
export const placesAtOnce = 250;

/** The new position of each row of one statement, by the row's key. */
export const placeOf = (key: "id", places: { key: number | string; position: number }[]) =>
  sql<number>`case ${sql.ref(key)} ${sql.join(
    places.map((place) => sql`when ${place.key} then cast(${place.position} as integer)`),
    sql` `,
  )} end`;

export function chunksOf<T>(entries: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, n) => entries.slice(n * size, (n + 1) * size));
}

interface Placed<K> {
  key: K;
  position: number;
  isTrashed: boolean;
}

/**
 * The places that change when `wanted` comes first, in its order, and the live keys as they stand then. Places are counted
 * from one. What lies in the trash stays behind the row that it stood behind, so that it comes back in its place.
 */
export function reordered<K>(rows: Placed<K>[], wanted: K[]): { live: K[]; places: { key: K; position: number }[] } {
  const byKey = new Map(rows.filter((row) => !row.isTrashed).map((row) => [row.key, row]));
  const first = new Set([...new Set(wanted)].flatMap((key) => byKey.get(key) ?? []));
  const live = [...first, ...[...byKey.values()].filter((row) => !first.has(row))];
  // Each row of the trash by the row that it stands behind.
  const behind = new Map<Placed<K> | undefined, Placed<K>>();
  for (const [index, row] of rows.entries()) if (row.isTrashed) behind.set(rows[index - 1], row);
  const order: Placed<K>[] = [];
  for (const row of [undefined, ...live])
    for (let next = row ?? behind.get(row); next; next = behind.get(next)) order.push(next);
  const places = order
    .map(({ key, position: was }, index) => ({ key, position: index + 1, was }))
    .filter(({ position, was }) => position !== was);
  return { live: live.map(({ key }) => key), places };
}
