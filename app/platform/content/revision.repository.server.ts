import { sql } from "kysely";
import { formerAdministrator } from "#app/platform/accounts/user-name.repository.server.ts";
import type { Db, Row } from "#db/schema.ts";
import { inCurrentShape, shapeVersion } from "./history-shape.ts";

/** A saved state of a content entry. */
export interface Revision {
  noun: string;
  slug: string;
  version: number;
  action: Row<"change">["action"];
  /** The entry as the API returned it. */
  data: unknown;
  userId: number | null;
  at: Date;
}

/** Who saves, and when. `keep`: what becomes of the saved states; by default they are stored in the history. */
export interface Author {
  userId: number | null;
  at: Date;
  keep?: typeof keepRevision;
}

/** In a dry run, whose saved states nobody reads: storing them would copy the whole history. */
export const keepNothing: typeof keepRevision = async () => {};

/** Stores a state in the history, marked with its current shape version (app/platform/content/history-shape.ts). */
export async function keepRevision(db: Db, { noun, slug, version, action, data, userId, at }: Revision): Promise<void> {
  await db
    .insertInto("change")
    .values({
      noun,
      slug,
      version,
      action,
      data: JSON.stringify(data),
      shape: shapeVersion(noun),
      userId,
      createdAt: at.toISOString(),
    })
    .execute();
}

/** The current version of the content. Every cached page belongs to one version. */
export async function contentVersion(db: Db): Promise<number> {
  return (await db.selectFrom("contentRevision").select("revision").where("id", "=", 1).executeTakeFirstOrThrow())
    .revision;
}

/** Increments the content version. Until the transaction ends, other content writes wait. */
export async function bumpContentVersion(db: Db): Promise<void> {
  await db.updateTable("contentRevision").set({ revision: sql`revision + 1` }).where("id", "=", 1).execute();
}

/**
 * The saved states of an entry, newest first, upgraded to the current shape, with their author's name, which is empty
 * for the site itself. `before`: only those older than this one.
 */
export async function readRevisions(
  db: Db,
  noun: string,
  slug: string,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  let query = db
    .selectFrom("change")
    .leftJoin("user", "user.id", "change.userId")
    .select([
      "change.id",
      "change.version",
      "change.action",
      "change.data",
      "change.shape",
      "change.createdAt",
      "change.userId",
      "user.fullName",
      "user.email",
    ])
    .where("noun", "=", noun)
    .where("slug", "=", slug);
  if (before !== undefined) query = query.where("change.id", "<", before);
  const rows = await query.orderBy("change.id", "desc").limit(limit).execute();
  return rows.map(({ data, shape, userId, fullName, email, ...row }) => ({
    ...row,
    author: fullName || email || (userId === null ? "" : formerAdministrator),
    ...inCurrentShape(noun, { shape, data: JSON.parse(data) }),
  }));
}

/** The data of one saved state; nothing if there is none, or none that can be upgraded to the current shape. */
export async function readRevision(
  db: Db,
  noun: string,
  slug: string,
  version: number,
): Promise<Record<string, unknown> | undefined> {
  const kept = await findRevision(db, noun, slug, version);
  const state = kept && inCurrentShape(noun, kept);
  return state?.isCurrent ? state.data : undefined;
}

/** One saved state as stored; nothing if there is none. */
export async function findRevision(
  db: Db,
  noun: string,
  slug: string,
  version: number,
): Promise<{ shape: number; data: Record<string, unknown> } | undefined> {
  const row = await db
    .selectFrom("change")
    .select(["data", "shape"])
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .where("version", "=", version)
    .executeTakeFirst();
  return row && { shape: row.shape, data: JSON.parse(row.data) };
}

export interface StoredState {
  action: Row<"change">["action"];
  userId: number | null;
  kept: { shape: number; data: Record<string, unknown> };
}

/** What was saved after a time: the first state of each, and the last state before it. */
export interface ChangedSince {
  noun: string;
  slug: string;
  first: StoredState;
  before: StoredState | undefined;
}

/** Everything that was saved after a time. */
export async function* changedSince(db: Db, time: Date): AsyncGenerator<ChangedSince> {
  const rows = await db
    .selectFrom("change")
    .select((eb) => ["noun", "slug", eb.fn.min("id").as("id")])
    .where("createdAt", ">", time.toISOString())
    .groupBy(["noun", "slug"])
    .orderBy("noun")
    .orderBy("slug")
    .execute();
  for (const { noun, slug, id } of rows) {
    const states = db
      .selectFrom("change")
      .select(["id", "action", "userId", "shape", "data"])
      .where("noun", "=", noun)
      .where("slug", "=", slug)
      .where("id", "<=", Number(id))
      .orderBy("id", "desc")
      .limit(2);
    const [first, before] = (await states.execute()).map(({ action, userId, shape, data }) => ({
      action,
      userId,
      kept: { shape, data: JSON.parse(data) },
    }));
    if (first) yield { noun, slug, first, before };
  }
}

/** When something was last saved, ISO 8601 in UTC; nothing if it never was. */
export async function lastSavedAt(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom("change")
    .select("createdAt")
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt;
}

/** When each entry of a noun, or the one of a slug, was first saved as published: ISO 8601 in UTC by slug. */
export async function firstPublished(db: Db, noun: string, slug?: string): Promise<Map<string, string>> {
  let entries = db.selectFrom("change").select(["noun", "slug"]).distinct().where("noun", "=", noun);
  if (slug !== undefined) entries = entries.where("slug", "=", slug);
  const rows = await db
    .selectFrom(entries.as("entry"))
    .select((eb) => [
      "entry.slug",
      // Of each, the states up to that one are read: all together are megabytes, for anyone who asks for the feed.
      eb
        .selectFrom("change")
        .select("createdAt")
        .whereRef("change.noun", "=", "entry.noun")
        .whereRef("change.slug", "=", "entry.slug")
        // Quotation marks within a value are escaped in JSON: this is the field.
        .where("data", "like", '%"published":true%')
        .orderBy("id")
        .limit(1)
        .as("at"),
    ])
    .execute();
  return new Map(rows.flatMap(({ slug, at }) => (at === null ? [] : [[slug, at] as const])));
}

/** The highest version an entry ever had; 0 if it was never saved. */
export async function lastVersion(db: Db, noun: string, slug: string): Promise<number> {
  const { last } = await db
    .selectFrom("change")
    .select((eb) => eb.fn.coalesce(eb.fn.max("version"), sql<number>`0`).as("last"))
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return Number(last);
}

/** The slugs of all entries of a noun that were ever saved, including those since reset to their defaults. */
export async function slugsWithHistory(db: Db, noun: string): Promise<string[]> {
  const rows = await db
    .selectFrom("change")
    .select("slug")
    .distinct()
    .where("noun", "=", noun)
    .orderBy("slug")
    .execute();
  return rows.map(({ slug }) => slug);
}
