import { sql } from "kysely";
import { AppError } from "#app/shared/app-error.ts";
import {
  type AnyEntry,
  type ChangeOf,
  type ContentType,
  type EntryOf,
  type Field,
  fieldsOfKind,
  type InputOf,
} from "#app/shared/content-type.ts";
import type { ListQuery } from "#app/shared/shape.ts";
import type { Db, Row, Schema } from "#db/schema.ts";
import { inPortions, ListStream } from "./list-stream.ts";
import { deleteRevisions } from "./revision.repository.server.ts";
import { countRows, holds, isPaged, listed } from "./search.repository.server.ts";
import { randomName } from "./secret.server.ts";
import { slugOf } from "./slug.server.ts";
import type { Erased, Trash } from "./trash.server.ts";

// The SQL that all content types share: their tables have the columns slug, published, position, version and deleted_at, and one
// for each field of the type.

export interface ContentQuery extends ListQuery {
  /** A visitor sees what is published. */
  publishedOnly: boolean;
}

// Kysely cannot type a table that is a parameter: one stands for all, and the columns of the type come back as `ContentRow`.
const any = ({ table }: ContentType) => table as "faq";

/** The name of a type's table, for those who name tables. */
export const tableOf = ({ table }: ContentType) => table as keyof Schema;

type Columns = "id" | "slug" | "published" | "position" | "version" | "createdAt" | "updatedAt" | "deletedAt";

/** A row of any content table. */
export type ContentRow = Pick<Row<"faq">, Columns> & { [column: string]: unknown };

/** How the entries of a type are read and written. */
export interface ContentRepository<E, I, C> {
  /** In the editors' order, what visitors see; without limit and offset, all of it: for pages, which show it all. */
  list(db: Db, part?: { limit: number; offset?: number }): Promise<E[]>;
  /** The same as a call asks for it, of any length. */
  stream(db: Db, which: ContentQuery): Promise<ListStream<E>>;
  /** @throws AppError `not_found` */
  get(db: Db, slug: string, which: { publishedOnly: boolean }): Promise<E>;
  /** Adds an entry at the end of the order. Its slug comes from its title and stays when the title changes. `readOnly`: fields that the server sets. */
  insert(db: Db, input: I, at: Date, readOnly?: Record<string, unknown>): Promise<E>;
  /** Replaces the fields of `change` that are present and counts the version up. @throws AppError `conflict` when `current` is not current any more */
  update(db: Db, current: E, change: C, at: Date, readOnly?: Record<string, unknown>): Promise<E>;
  /** Moves an entry to the trash. @returns nothing when it is there already or never was */
  moveToTrash(db: Db, slug: string, at: Date): Promise<E | undefined>;
  trash: Trash;
}

interface Parts<T extends ContentType, E> {
  /** Makes whole entries of rows, where a type has parts in tables of their own. `entries`: of the rows, without those parts. */
  whole(db: Db, rows: ContentRow[], entries: EntryOf<T>[]): Promise<E[]>;
  /** What goes with an entry when it is erased, as text. */
  texts(db: Db, id: number): Promise<string[]>;
  /** Rows of a portion of a list. */
  portion: number;
}

/** The repository of a type as it describes itself; `parts`: what it keeps in tables of its own. */
export function contentRepository<T extends ContentType, E extends Pick<AnyEntry, "slug" | "version"> = EntryOf<T>>(
  type: T,
  parts?: Parts<T, E>,
): ContentRepository<E, InputOf<T>, ChangeOf<T>> {
  const toEntries = (db: Db, rows: ContentRow[]): E[] | Promise<E[]> => {
    const entries = rows.map((row) => entryOf(type, row));
    return parts ? parts.whole(db, rows, entries) : (entries as unknown as E[]);
  };
  const toEntry = async (db: Db, row: ContentRow) => (await toEntries(db, [row]))[0] as E;
  return {
    list: async (db, part) => toEntries(db, await listRows(db, type, { publishedOnly: true, ...part })),
    stream: (db, which) => streamRows(db, type, which, (rows) => toEntries(db, rows), parts?.portion),
    get: async (db, slug, which) => toEntry(db, await getRow(db, type, slug, which)),
    insert: async (db, input, at, readOnly) => toEntry(db, await insertRow(db, type, { ...input, ...readOnly }, at)),
    update: async (db, current, change, at, readOnly) =>
      toEntry(db, await updateRow(db, type, current, { ...change, ...readOnly }, at)),
    moveToTrash: async (db, slug, at) => {
      const row = await trashRow(db, type, slug, at);
      return row && toEntry(db, row);
    },
    trash: trashOf(type, toEntry, parts?.texts),
  };
}

/** A row as the API shows it. */
export function entryOf<T extends ContentType>(type: T, row: ContentRow): EntryOf<T> {
  const fields = Object.entries(type.fields).map(([name, field]) => [name, apiValueOf(field, row[name])]);
  const { slug, published, version } = row;
  return { slug, ...Object.fromEntries(fields), published: published === 1, version } as EntryOf<T>;
}

function apiValueOf({ kind }: Field, stored: unknown): unknown {
  if (kind === "textList" || kind === "json") return stored === null ? null : JSON.parse(String(stored));
  return kind === "boolean" ? stored === 1 : stored;
}

/** The columns of the fields that are present: an absent one is left alone. */
function columnsOf(type: ContentType, values: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(type.fields).map(([name, field]) => [name, columnValueOf(field, values[name])]);
  const published = columnValueOf({ kind: "boolean" }, values.published);
  return Object.fromEntries([...fields, ["published", published]].filter(([, value]) => value !== undefined));
}

function columnValueOf({ kind }: Pick<Field, "kind">, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  if (kind === "textList" || kind === "json") return JSON.stringify(value);
  return kind === "boolean" ? Number(value) : value;
}

const asRow = (row: unknown) => row as ContentRow;

/** In the editors' order. */
export async function listRows(
  db: Db,
  type: ContentType,
  which: { publishedOnly: boolean; limit?: number; offset?: number },
): Promise<ContentRow[]> {
  let page = live(db, type, which).selectAll().orderBy("position").orderBy("id");
  if (which.limit !== undefined) page = page.limit(which.limit).offset(which.offset ?? 0);
  return (await page.execute()).map(asRow);
}

async function streamRows<E>(
  db: Db,
  type: ContentType,
  which: ContentQuery,
  toEntries: (rows: ContentRow[]) => E[] | Promise<E[]>,
  size?: number,
): Promise<ListStream<E>> {
  const rows = live(db, type, which);
  const read = async (last: ContentRow | undefined, limit: number): Promise<ContentRow[]> => {
    let page = rows.selectAll().orderBy("position").orderBy("id").limit(limit);
    if (!last && which.offset) page = page.offset(which.offset);
    if (last) page = page.where((eb) => eb(eb.refTuple("position", "id"), ">", eb.tuple(last.position, last.id)));
    return (await page.execute()).map(asRow);
  };
  const list = inPortions({ read, toEntries, most: which.limit, ...(size && { size }) });
  return new ListStream(list, isPaged(which) ? await countRows(db, rows) : undefined);
}

/** What `q` looks into: every text and every list of texts. */
function live(db: Db, type: ContentType, which: Pick<ContentQuery, "publishedOnly" | "q">) {
  let live = db.selectFrom(any(type)).where("deletedAt", "is", null);
  if (which.publishedOnly) live = live.where("published", "=", 1);
  const q = which.q?.trim();
  const lists = new Set(fieldsOfKind(type, "textList"));
  const searched = fieldsOfKind(type, "text", "longText", "textList");
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
export async function getRow(
  db: Db,
  type: ContentType,
  slug: string,
  { publishedOnly }: { publishedOnly: boolean },
): Promise<ContentRow> {
  let query = db.selectFrom(any(type)).selectAll().where("slug", "=", slug).where("deletedAt", "is", null);
  if (publishedOnly) query = query.where("published", "=", 1);
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError("not_found", "This entry does not exist, or no longer.");
  return asRow(row);
}

async function insertRow(db: Db, type: ContentType, values: Record<string, unknown>, at: Date): Promise<ContentRow> {
  const now = at.toISOString();
  const { last } = await db
    .selectFrom(any(type))
    .select((eb) => eb.fn.coalesce(eb.fn.max("position"), sql<number>`0`).as("last"))
    .executeTakeFirstOrThrow();
  const slug = await freeSlug(db, type, slugOf(String(values[type.title]), type.slugPrefix));
  const row = await db
    .insertInto(any(type))
    .values({
      ...columnsOf(type, { ...readOnlyDefaults(type), ...values }),
      slug,
      position: Number(last) + 1,
      version: 1,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    } as never)
    .returningAll()
    .executeTakeFirstOrThrow();
  return asRow(row);
}

const readOnlyDefaults = ({ fields }: ContentType): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { readOnly, kind }]) =>
      readOnly && kind === "boolean" ? [[name, false]] : [],
    ),
  );

/** Replaces the fields of `values` that are present and counts the version up. @throws AppError `conflict` when it is not `current` any more */
export async function updateRow(
  db: Db,
  type: ContentType,
  current: { slug: string; version: number },
  values: Record<string, unknown>,
  at: Date,
): Promise<ContentRow> {
  const row = await db
    .updateTable(any(type))
    .set({ ...columnsOf(type, values), version: current.version + 1, updatedAt: at.toISOString() } as never)
    .where("slug", "=", current.slug)
    .where("version", "=", current.version)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError("conflict", "Somebody else saved this entry at the same moment. Try again.");
  return asRow(row);
}

async function trashRow(db: Db, type: ContentType, slug: string, at: Date): Promise<ContentRow | undefined> {
  const row = await db
    .updateTable(any(type))
    .set({ deletedAt: at.toISOString() })
    .where("slug", "=", slug)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  return row && asRow(row);
}

/** The trash counts too: an entry that is restored finds its address free. */
async function freeSlug(db: Db, type: ContentType, wanted: string): Promise<string> {
  const rows = await db
    .selectFrom(any(type))
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

function trashOf<E extends Pick<AnyEntry, "slug" | "version">>(
  type: ContentType,
  toEntry: (db: Db, row: ContentRow) => Promise<E>,
  textsOf: (db: Db, id: number) => Promise<string[]> = async () => [],
): Trash {
  const trashed = (db: Db) => db.selectFrom(any(type)).where("deletedAt", "is not", null);
  return {
    kind: type.name,
    isContent: true,
    list(db) {
      const rows = trashed(db).select(["id", "slug", `${type.title as "question"} as title`, "deletedAt"]);
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
        .updateTable(any(type))
        .set({ deletedAt: null })
        .where("slug", "=", id)
        .where("deletedAt", "is not", null)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const entry = await toEntry(db, asRow(row));
      return { noun: type.name, slug: entry.slug, version: entry.version, data: entry };
    },
    erase: (db, id) => eraseAll(db, trashed(db).where("slug", "=", id)),
    purge: (db, before) => eraseAll(db, trashed(db).where("deletedAt", "<", before.toISOString())),
  };

  /** For good means that no older state is left either; and the next entry under that slug begins without a past. */
  async function eraseAll(db: Db, which: ReturnType<typeof trashed>): Promise<Erased> {
    const rows = await which.selectAll().execute();
    const texts: string[] = [];
    for (const row of rows) {
      texts.push(JSON.stringify(row), ...(await textsOf(db, row.id)));
      await db.deleteFrom(any(type)).where("id", "=", row.id).execute();
      texts.push(...(await deleteRevisions(db, type.name, row.slug)));
    }
    return { count: rows.length, texts };
  }
}

/** How many live entries visitors do not see. */
export async function countUnpublished(db: Db, type: ContentType): Promise<number> {
  const { count } = await db
    .selectFrom(any(type))
    .select((eb) => eb.fn.countAll().as("count"))
    .where("published", "=", 0)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What rows are called, those in the trash too. One that was erased for good has no name. */
export async function titlesOf(db: Db, type: ContentType, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(any(type))
    .select(["id", `${type.title as "question"} as title`])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export interface PlacedRow {
  id: number;
  slug: string;
  position: number;
  isTrashed: boolean;
}

/** All rows of a table in their order, those in the trash too: they keep their place. */
export async function listPlaced(db: Db, type: ContentType): Promise<PlacedRow[]> {
  const rows = await db
    .selectFrom(any(type))
    .select(["id", "slug", "position", "deletedAt"])
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map(({ deletedAt, ...row }) => ({ ...row, isTrashed: deletedAt !== null }));
}

/** Puts the rows that `wanted` names first, in its order; what is not named follows in its former one. @returns the live rows in the new order */
export async function sortRows(db: Db, type: ContentType, rows: PlacedRow[], wanted: number[]): Promise<number[]> {
  const { live, places } = reordered(
    rows.map(({ id, ...row }) => ({ key: id, ...row })),
    wanted,
  );
  for (const some of chunksOf(places, placesAtOnce))
    await db
      .updateTable(any(type))
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
