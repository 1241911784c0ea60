import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db, Row } from "#db/schema.ts";

// Activities are stored in several tables: saved states, lead events, bulk changes, and everything else in a table of
// its own. This merges them into one list, reading each along its time index.

const sources = ["change", "bulk", "lead", "activity"] as const;
type Source = (typeof sources)[number];

/** A position in the list: newest first; at the same time, by source and then by id. */
export interface Place {
  at: string;
  source: Source;
  id: number;
}

interface Found<S extends Source> {
  source: S;
  id: number;
  createdAt: string;
  userId: number | null;
}

export type FoundChange = Found<"change"> & Pick<Row<"change">, "noun" | "slug" | "version" | "action">;
export type FoundBulk = Found<"bulk"> & Pick<Row<"bulkChange">, "noun" | "action" | "changed" | "undoneAt">;
export type FoundEvent = Found<"lead"> & Pick<Row<"quoteEvent">, "kind" | "text" | "quoteId">;
export type FoundOther = Found<"activity"> & Pick<Row<"activity">, "kind" | "subject">;
export type FoundActivity = FoundChange | FoundBulk | FoundEvent | FoundOther;

const isAfter = (source: Source, place: Place | undefined) => {
  if (!place) return sql<SqlBool>`1 = 1`;
  const [mine, theirs] = [sources.indexOf(source), sources.indexOf(place.source)];
  if (mine === theirs) return sql<SqlBool>`(created_at, id) < (${place.at}, ${place.id})`;
  return mine < theirs ? sql<SqlBool>`created_at < ${place.at}` : sql<SqlBool>`created_at <= ${place.at}`;
};

const selected = <S extends Source>(source: S) =>
  ["id", "createdAt", "userId", sql<S>`${sql.lit(source)}`.as("source")] as const;

const rowsOf: Record<Source, (db: Db) => Rows> = {
  change: (db) => db.selectFrom("change").select([...selected("change"), "noun", "slug", "version", "action"]),
  bulk: (db) =>
    db
      .selectFrom("bulkChange")
      .select([...selected("bulk"), "noun", "action", "changed", "undoneAt"])
      .where("changed", ">", 0),
  // Excludes lead events that belong to a bulk change, which has its own line.
  lead: (db) =>
    db
      .selectFrom("quoteEvent")
      .select([...selected("lead"), "kind", "text", "quoteId"])
      .where("bulkChangeId", "is", null),
  activity: (db) => db.selectFrom("activity").select([...selected("activity"), "kind", "subject"]),
};

/** What the four queries have in common. */
interface Rows {
  where(test: RawBuilder<SqlBool>): Rows;
  orderBy(column: "createdAt" | "id", direction: "desc"): Rows;
  limit(count: number): Rows;
  execute(): Promise<FoundActivity[]>;
}

/** The activities of all sources after a position, newest first. */
export async function readActivity(db: Db, after: Place | undefined, limit: number): Promise<FoundActivity[]> {
  const found: FoundActivity[] = [];
  for (const source of sources) {
    const rows = rowsOf[source](db).where(isAfter(source, after)).orderBy("createdAt", "desc").orderBy("id", "desc");
    found.push(...(await rows.limit(limit).execute()));
  }
  return found.sort(inOrder).slice(0, limit);
}

const inOrder = (one: FoundActivity, other: FoundActivity): number =>
  one.createdAt === other.createdAt
    ? sources.indexOf(one.source) - sources.indexOf(other.source) || other.id - one.id
    : one.createdAt < other.createdAt
      ? 1
      : -1;

export async function findActivity(db: Db, source: Source, id: number): Promise<FoundActivity | undefined> {
  const [row] = await rowsOf[source](db).where(sql<SqlBool>`id = ${id}`).execute();
  return row;
}

/** Parses "change:12" into source and id; returns nothing for an invalid id. */
export function parseId(text: string): { source: Source; id: number } | undefined {
  const [, source, id] = /^(change|bulk|lead|activity):([1-9]\d{0,14})$/.exec(text) ?? [];
  return source ? { source: source as Source, id: Number(id) } : undefined;
}

/** The ids of the first and last stored states of each entry. */
export async function endsOf(
  db: Db,
  entries: Pick<FoundChange, "noun" | "slug">[],
): Promise<Map<string, { first: number; last: number }>> {
  const ends = new Map<string, { first: number; last: number }>();
  if (entries.length === 0) return ends;
  const rows = await db
    .selectFrom("change")
    .select((eb) => ["noun", "slug", eb.fn.min("id").as("first"), eb.fn.max("id").as("last")])
    .where((eb) => eb.or(entries.map(({ noun, slug }) => eb.and({ noun, slug }))))
    .groupBy(["noun", "slug"])
    .execute();
  for (const { noun, slug, first, last } of rows)
    ends.set(keyOf({ noun, slug }), { first: Number(first), last: Number(last) });
  return ends;
}

export const keyOf = ({ noun, slug }: Pick<FoundChange, "noun" | "slug">): string => `${noun}/${slug}`;

/** The saved state with this id, and the one before it. */
export async function statesOf(
  db: Db,
  { noun, slug, id }: Pick<FoundChange, "noun" | "slug" | "id">,
): Promise<{ shape: number; data: Record<string, unknown>; version: number }[]> {
  const rows = await db
    .selectFrom("change")
    .select(["shape", "data", "version"])
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .where("id", "<=", id)
    .orderBy("id", "desc")
    .limit(2)
    .execute();
  return rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) }));
}

/** The shape of the saved state before each of these, by id; none for the first of its entry. */
export async function shapesBefore(db: Db, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("change as later")
    .select((eb) => [
      "later.id",
      eb
        .selectFrom("change as earlier")
        .select("earlier.shape")
        .whereRef("earlier.noun", "=", "later.noun")
        .whereRef("earlier.slug", "=", "later.slug")
        .whereRef("earlier.id", "<", "later.id")
        .orderBy("earlier.id", "desc")
        .limit(1)
        .as("shape"),
    ])
    .where("later.id", "in", ids)
    .execute();
  return new Map(rows.flatMap(({ id, shape }) => (shape === null ? [] : [[id, shape]])));
}

export interface LeadFacts
  extends Pick<Row<"quote">, "id" | "slug" | "fullName" | "status" | "isSpam" | "ownerId" | "nextStep" | "deletedAt"> {
  /** When its history was last added to. */
  lastEventAt: string | null;
}

export async function leadsOf(db: Db, { ids, slugs }: { ids: number[]; slugs: string[] }): Promise<LeadFacts[]> {
  const leads = db
    .selectFrom("quote")
    .select(["id", "slug", "fullName", "status", "isSpam", "ownerId", "nextStep", "deletedAt"])
    .select((eb) =>
      eb
        .selectFrom("quoteEvent")
        .select((event) => event.fn.max("quoteEvent.createdAt").as("at"))
        .whereRef("quoteEvent.quoteId", "=", "quote.id")
        .as("lastEventAt"),
    );
  const byId = ids.length > 0 ? await leads.where("id", "in", ids).execute() : [];
  const bySlug = slugs.length > 0 ? await leads.where("slug", "in", slugs).execute() : [];
  return [...byId, ...bySlug];
}

/** The id of the newest activity on each of these leads and subscriptions. */
export async function newestOf(db: Db, subjects: string[]): Promise<Set<number>> {
  if (subjects.length === 0) return new Set();
  const rows = await db
    .selectFrom("activity")
    .select((eb) => eb.fn.max("id").as("id"))
    .where("subject", "in", subjects)
    .where((eb) => eb.or([eb("kind", "like", "lead-%"), eb("kind", "like", "subscription-%")]))
    .groupBy("subject")
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

/** The id of the newest status event of each lead. */
export async function lastStatusEvents(db: Db, quoteIds: number[]): Promise<Set<number>> {
  if (quoteIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("quoteEvent")
    .select((eb) => eb.fn.max("id").as("id"))
    .where("quoteId", "in", quoteIds)
    .where("kind", "=", "status")
    .groupBy("quoteId")
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

export async function statusBefore(db: Db, { quoteId, id }: Pick<FoundEvent, "quoteId" | "id">): Promise<string> {
  const row = await db
    .selectFrom("quoteEvent")
    .select("text")
    .where("quoteId", "=", quoteId)
    .where("id", "<", id)
    .where("kind", "=", "status")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.text ?? "new";
}

export async function addressesOf(
  db: Db,
  slugs: string[],
): Promise<Map<string, { email: string; deletedAt: string | null }>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom("subscription")
    .select(["slug", "email", "deletedAt"])
    .where("slug", "in", slugs)
    .execute();
  return new Map(rows.map(({ slug, ...row }) => [slug, row]));
}
