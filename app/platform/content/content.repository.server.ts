import { type Expression, type SqlBool, sql } from "kysely";
import { inPortions, ListStream } from "#app/platform/list-stream.ts";
import { countRows, holds, isPaged, listed } from "#app/platform/search.repository.server.ts";
import { randomName } from "#app/platform/secret.server.ts";
import type { Trash } from "#app/platform/trash.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import {
  type AnyEntry,
  type ChangeOf,
  type ContentType,
  type EntryOf,
  fieldsOfKind,
  type InputOf,
} from "#app/shared/content-type.ts";
import { isSame } from "#app/shared/merge.ts";
import type { ListQuery } from "#app/shared/shape.ts";
import type { Db } from "#db/schema.ts";
import {
  asRow,
  type ContentRow,
  columnsOf,
  contentTable,
  entryOf,
  readOnlyDefaults,
} from "./content-row.repository.server.ts";
import { trashOf, trashRow } from "./content-trash.repository.server.ts";
import { slugOf } from "./slug.server.ts";

// SQL shared by all content types: their tables have the columns slug, published, position, version and deleted_at,
// plus one for each field of the type.

/** What is shown. */
export interface Shown {
  /** Visitors see published entries only. */
  publishedOnly: boolean;
  /** With it, those that have not closed before this day (YYYY-MM-DD). */
  day?: string;
}

export type ContentQuery = ListQuery & Shown;

/**
 * Whether a save only shows or hides the entry: it names nothing else, or, as the back office's forms do, everything as
 * it is.
 */
export function isOnlyPublishing(current: object, { published, ...values }: { published?: unknown }): boolean {
  const before = current as Record<string, unknown>;
  const names = Object.keys(values) as (keyof typeof values)[];
  if (names.length === 0) return true;
  return published !== undefined && published !== before.published && names.every((n) => isSame(values[n], before[n]));
}

/** Reads and writes the entries of one content type. */
export interface ContentRepository<E, I, C> {
  /**
   * Entries in the editors' order, as visitors see them. Without limit and offset it returns all of them, for pages
   * that show the whole list.
   */
  list(db: Db, part?: { limit?: number; offset?: number; day?: string }): Promise<E[]>;
  /** The same list as requested through the API, of any length. */
  stream(db: Db, which: ContentQuery): Promise<ListStream<E>>;
  /** @throws AppError `not_found` */
  get(db: Db, slug: string, which: Shown): Promise<E>;
  /** Like `get`, including unpublished entries; returns nothing if there is none. */
  find(db: Db, slug: string): Promise<E | undefined>;
  /**
   * Appends an entry to the order. Its slug is derived from its title and does not change with it. `readOnly`: fields
   * that the server sets.
   */
  insert(db: Db, input: I, at: Date, readOnly?: Record<string, unknown>): Promise<E>;
  /**
   * Replaces the fields present in `change` and increments the version.
   * @throws AppError `conflict` if `current` is no longer the current version
   */
  update(db: Db, current: E, change: C, at: Date, readOnly?: Record<string, unknown>): Promise<E>;
  /** Moves an entry to the trash. @returns nothing if it is already there or never existed */
  moveToTrash(db: Db, slug: string, at: Date): Promise<E | undefined>;
  trash: Trash;
}

interface Parts<T extends ContentType, E> {
  /**
   * Completes entries for types that keep parts in other tables. `entries`: one for each row, still without those
   * parts.
   */
  whole(db: Db, rows: ContentRow[], entries: EntryOf<T>[]): Promise<E[]>;
  /** The text erased along with an entry. */
  texts(db: Db, id: number): Promise<string[]>;
  /** Whether the parts of a row contain a search's query. */
  hold(db: Db, id: Expression<number>, q: string): Expression<SqlBool>;
  /** Rows per portion of a list. */
  portion: number;
}

/** Builds the repository of a type from its descriptor; `parts`: what it keeps in other tables. */
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
    stream: (db, which) => streamRows(db, type, which, (rows) => toEntries(db, rows), parts),
    get: async (db, slug, which) => toEntry(db, await getRow(db, type, slug, which)),
    find: async (db, slug) => {
      const row = await findRow(db, type, slug, { publishedOnly: false });
      return row && toEntry(db, row);
    },
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

/** In the editors' order. */
export async function listRows(
  db: Db,
  type: ContentType,
  which: Shown & { limit?: number; offset?: number },
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
  parts: Pick<Parts<ContentType, E>, "hold" | "portion"> | undefined,
): Promise<ListStream<E>> {
  const rows = live(db, type, which, parts?.hold);
  const read = async (last: ContentRow | undefined, limit: number): Promise<ContentRow[]> => {
    let page = rows.selectAll().orderBy("position").orderBy("id").limit(limit);
    if (!last && which.offset) page = page.offset(which.offset);
    if (last) page = page.where((eb) => eb(eb.refTuple("position", "id"), ">", eb.tuple(last.position, last.id)));
    return (await page.execute()).map(asRow);
  };
  const list = inPortions({ read, toEntries, most: which.limit, ...(parts && { size: parts.portion }) });
  return new ListStream(list, isPaged(which) ? await countRows(db, rows) : undefined);
}

/** Restricts the rows to live ones; `q` searches every text field, every list of texts and what parts hold. */
function live(
  db: Db,
  type: ContentType,
  which: Shown & Pick<ListQuery, "q">,
  partsHold?: Parts<ContentType, never>["hold"],
) {
  let live = db.selectFrom(contentTable(type)).where("deletedAt", "is", null);
  if (which.publishedOnly) live = live.where("published", "=", 1);
  if (which.day !== undefined) live = live.where(isOpen(type, which.day));
  const q = which.q?.trim();
  const lists = new Set(fieldsOfKind(type, "textList"));
  const searched = fieldsOfKind(type, "text", "longText", "textList");
  if (q)
    live = live.where((eb) => {
      const columns = searched.map((column) =>
        lists.has(column) ? listed(db, eb.ref(column as "bullets")) : eb.ref(column as "question"),
      );
      const inParts = partsHold && [partsHold(db, sql.ref(`${contentTable(type)}.id`), q)];
      return eb.or([holds(db, columns, q), ...(inParts ?? [])]);
    });
  return live;
}

/** Of types that close: not closed before the day. */
const isOpen = ({ closes }: ContentType, day: string) =>
  closes
    ? sql<boolean>`(${sql.ref(closes.by)} = 0 or ${sql.ref(closes.on)} = '' or ${sql.ref(closes.on)} >= ${day})`
    : sql<boolean>`1 = 1`;

/** @throws AppError `not_found` */
export async function getRow(db: Db, type: ContentType, slug: string, which: Shown): Promise<ContentRow> {
  const row = await findRow(db, type, slug, which);
  if (!row) throw new AppError("not_found", "This entry does not exist or has been deleted.");
  return row;
}

async function findRow(
  db: Db,
  type: ContentType,
  slug: string,
  { publishedOnly, day }: Shown,
): Promise<ContentRow | undefined> {
  let query = db.selectFrom(contentTable(type)).selectAll().where("slug", "=", slug).where("deletedAt", "is", null);
  if (publishedOnly) query = query.where("published", "=", 1);
  if (day !== undefined) query = query.where(isOpen(type, day));
  const row = await query.executeTakeFirst();
  return row && asRow(row);
}

async function insertRow(db: Db, type: ContentType, values: Record<string, unknown>, at: Date): Promise<ContentRow> {
  const now = at.toISOString();
  const { last } = await db
    .selectFrom(contentTable(type))
    .select((eb) => eb.fn.coalesce(eb.fn.max("position"), sql<number>`0`).as("last"))
    .executeTakeFirstOrThrow();
  const slug = await freeSlug(db, type, slugOf(String(values[type.title]), type.slugPrefix));
  const row = await db
    .insertInto(contentTable(type))
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

/**
 * Replaces the fields present in `values` and increments the version.
 * @throws AppError `conflict` if `current` is no longer the current version
 */
export async function updateRow(
  db: Db,
  type: ContentType,
  current: { slug: string; version: number },
  values: Record<string, unknown>,
  at: Date,
): Promise<ContentRow> {
  const row = await db
    .updateTable(contentTable(type))
    .set({ ...columnsOf(type, values), version: current.version + 1, updatedAt: at.toISOString() } as never)
    .where("slug", "=", current.slug)
    .where("version", "=", current.version)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!row)
    throw new AppError("conflict", "Somebody else saved this entry at the same moment. Try again.", {
      retryAfterSeconds: 1,
    });
  return asRow(row);
}

/** Slugs in the trash count as taken, so that a restored entry still has its address. */
async function freeSlug(db: Db, type: ContentType, wanted: string): Promise<string> {
  const rows = await db
    .selectFrom(contentTable(type))
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

/** The number of live entries that visitors cannot see. */
export function countUnpublished(db: Db, type: ContentType): Promise<number> {
  return countRows(db, db.selectFrom(contentTable(type)).where("published", "=", 0).where("deletedAt", "is", null));
}

/** The titles of rows, including those in the trash. Rows erased for good have none. */
export async function titlesOf(db: Db, type: ContentType, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(contentTable(type))
    .select(["id", `${type.title as "question"} as title`])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}
