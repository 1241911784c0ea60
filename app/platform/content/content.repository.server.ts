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

/**
 * Reads and writes the entries of one content type: `E` as the API returns them, `I` and `C` what its calls to create
 * and to change accept. A type that keeps parts in other tables extends it.
 */
export class ContentRepository<
  T extends ContentType,
  E extends Pick<AnyEntry, "slug" | "version"> = EntryOf<T>,
  I extends object = InputOf<T>,
  C extends object = ChangeOf<T>,
> {
  readonly type: T;
  readonly trash: Trash;
  /** Rows per portion of a list; by default that of all lists. */
  readonly portion: number | undefined;

  constructor(type: T, portion?: number) {
    this.type = type;
    this.portion = portion;
    this.trash = trashOf(this);
  }

  /**
   * Entries in the editors' order, as visitors see them. Without limit and offset it returns all of them, for pages
   * that show the whole list.
   */
  async list(db: Db, part?: { limit?: number; offset?: number; day?: string }): Promise<E[]> {
    return this.toEntries(db, await listRows(db, this.type, { publishedOnly: true, ...part }));
  }

  /** The same list as requested through the API, of any length. */
  async stream(db: Db, which: ContentQuery): Promise<ListStream<E>> {
    const rows = live(db, this.type, which, (id, q) => this.partsHold(db, id, q));
    const read = async (last: ContentRow | undefined, limit: number): Promise<ContentRow[]> => {
      let page = rows.selectAll().orderBy("position").orderBy("id").limit(limit);
      if (!last && which.offset) page = page.offset(which.offset);
      if (last) page = page.where((eb) => eb(eb.refTuple("position", "id"), ">", eb.tuple(last.position, last.id)));
      return (await page.execute()) as ContentRow[];
    };
    const toEntries = (some: ContentRow[]) => this.toEntries(db, some);
    const size = this.portion;
    const list = inPortions({ read, toEntries, most: which.limit, ...(size !== undefined && { size }) });
    return new ListStream(list, isPaged(which) ? await countRows(db, rows) : undefined);
  }

  /** @throws AppError `not_found` */
  async get(db: Db, slug: string, which: Shown): Promise<E> {
    return this.toEntry(db, await getRow(db, this.type, slug, which));
  }

  /** Like `get`, including unpublished entries; returns nothing if there is none. */
  async find(db: Db, slug: string): Promise<E | undefined> {
    const row = await findRow(db, this.type, slug, { publishedOnly: false });
    return row && this.toEntry(db, row);
  }

  /**
   * Appends an entry to the order. Its slug is derived from its title and does not change with it. `readOnly`: fields
   * that the server sets.
   */
  async insert(db: Db, input: I, at: Date, readOnly?: Record<string, unknown>): Promise<E> {
    return this.toEntry(db, await insertRow(db, this.type, { ...input, ...readOnly }, at));
  }

  /**
   * Replaces the fields present in `change` and increments the version.
   * @throws AppError `conflict` if `current` is no longer the current version
   */
  async update(db: Db, current: E, change: C, at: Date, readOnly?: Record<string, unknown>): Promise<E> {
    return this.toEntry(db, await updateRow(db, this.type, current, { ...change, ...readOnly }, at));
  }

  /** Moves an entry to the trash. @returns nothing if it is already there or never existed */
  async moveToTrash(db: Db, slug: string, at: Date): Promise<E | undefined> {
    const row = await trashRow(db, this.type, slug, at);
    return row && this.toEntry(db, row);
  }

  async toEntry(db: Db, row: ContentRow): Promise<E> {
    return (await this.toEntries(db, [row]))[0] as E;
  }

  /** The entries of rows, with their parts. */
  async toEntries(_db: Db, rows: ContentRow[]): Promise<E[]> {
    return rows.map((row) => entryOf(this.type, row) as unknown as E);
  }

  /** The text of the parts that are erased along with an entry. */
  async textsOfParts(_db: Db, _id: number): Promise<string[]> {
    return [];
  }

  /** Whether the parts of a row contain a search's query; nothing if the type has none. */
  partsHold(_db: Db, _id: Expression<number>, _q: string): Expression<SqlBool> | undefined {
    return undefined;
  }
}

/** In the editors' order. */
export async function listRows(
  db: Db,
  type: ContentType,
  which: Shown & { limit?: number; offset?: number },
): Promise<ContentRow[]> {
  let page = live(db, type, which).selectAll().orderBy("position").orderBy("id");
  if (which.limit !== undefined) page = page.limit(which.limit).offset(which.offset ?? 0);
  return (await page.execute()) as ContentRow[];
}

/** Restricts the rows to live ones; `q` searches every text field, every list of texts and what parts hold. */
function live(
  db: Db,
  type: ContentType,
  which: Shown & Pick<ListQuery, "q">,
  partsHold?: (id: Expression<number>, q: string) => Expression<SqlBool> | undefined,
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
      const inParts = partsHold?.(sql.ref(`${contentTable(type)}.id`), q);
      return eb.or([holds(db, columns, q), ...(inParts ? [inParts] : [])]);
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
  return (await query.executeTakeFirst()) as ContentRow | undefined;
}

/** @returns the new row, last in the order */
export async function insertRow(
  db: Db,
  type: ContentType,
  values: Record<string, unknown>,
  at: Date,
): Promise<ContentRow> {
  const now = at.toISOString();
  const { last } = await db
    .selectFrom(contentTable(type))
    .select((eb) => eb.fn.coalesce(eb.fn.max("position"), sql<number>`0`).as("last"))
    .executeTakeFirstOrThrow();
  const slug = await freeSlug(db, type, slugOf(String(values[type.title]), type.slugPrefix));
  return (await db
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
    .executeTakeFirstOrThrow()) as ContentRow;
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
  return row as ContentRow;
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
