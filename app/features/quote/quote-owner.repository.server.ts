import { findBulkChange } from "#app/platform/inbox/bulk-change.repository.server.ts";
import { countRows } from "#app/platform/search.repository.server.ts";
import { indexedWords } from "#app/shared/search-words.ts";
import type { Db, Row } from "#db/schema.ts";

// Who is responsible for a lead, and what is known when one is given to somebody.

export interface Owner {
  id: number;
  name: string;
}

/** Possible owners of a lead: all administrators, or those with these ids. */
export async function listOwners(db: Db, ids?: number[]): Promise<Owner[]> {
  let users = db.selectFrom("user").select(["id", "fullName", "email"]).orderBy("id");
  if (ids) users = users.where("id", "in", ids);
  return (await users.execute()).map(({ id, fullName, email }) => ({ id, name: fullName || email }));
}

/** The owners of the rows that are still administrators. */
export async function ownersOf(db: Db, rows: { ownerId: number | null }[]): Promise<Map<number, Owner>> {
  const ids = [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))];
  if (ids.length === 0) return new Map();
  return new Map((await listOwners(db, ids)).map((owner) => [owner.id, owner]));
}

/** How many leads that are neither won nor lost each of these people owns, by id; without suspected spam. */
export async function countOpenLeads(db: Db, ownerIds: number[]): Promise<Map<number, number>> {
  if (ownerIds.length === 0) return new Map();
  const rows = await openLeads(db)
    .select((eb) => ["ownerId", eb.fn.countAll().as("count")])
    .where("ownerId", "in", ownerIds)
    .groupBy("ownerId")
    .execute();
  return new Map(rows.map(({ ownerId, count }) => [ownerId ?? 0, Number(count)]));
}

/** The ids of the next open leads that somebody owns. */
export async function openLeadsOf(db: Db, ownerId: number, limit: number): Promise<number[]> {
  const rows = await openLeads(db).select("id").where("ownerId", "=", ownerId).limit(limit).execute();
  return rows.map(({ id }) => id);
}

const open = ["new", "replied"] as const;

const openLeads = (db: Db) => wanted(db).where("status", "in", open);

/** Gives somebody's open leads to somebody else, or to nobody, those in the trash and among spam too. */
export async function giveLeads(db: Db, { from, to }: { from: number; to: number | null }): Promise<void> {
  const theirs = db.updateTable("quote").where("ownerId", "=", from).where("status", "in", open);
  await theirs.set({ ownerId: to }).execute();
}

/** An owner in whose name some of the words of a search begin a word; `rest`: the others. */
export interface FoundOwner {
  id: number;
  rest: string[];
}

/** The owners whom a search for these words may mean. */
export async function ownersNamed(db: Db, words: string[]): Promise<FoundOwner[]> {
  if (words.length === 0) return [];
  return (await listOwners(db)).flatMap(({ id, name }) => {
    const inName = indexedWords(name);
    const rest = words.filter((word) => !inName.some((each) => each.startsWith(word)));
    return rest.length < words.length ? [{ id, rest }] : [];
  });
}

/** A lead that was given to its owner, and by whom. */
export interface Assignment {
  quote: Row<"quote">;
  ownerId: number;
  /** Null: somebody who has been removed. */
  givenBy: number | null;
}

/** What an event says of the owner, unless the lead has been given to somebody else since, is spam or is deleted. */
export async function findAssignment(db: Db, eventId: number): Promise<Assignment | undefined> {
  const event = await db
    .selectFrom("quoteEvent")
    .select(["quoteId", "userId"])
    .where("id", "=", eventId)
    .executeTakeFirst();
  if (!event) return undefined;
  const later = await db
    .selectFrom("quoteEvent")
    .select("id")
    .where("quoteId", "=", event.quoteId)
    .where("id", ">", eventId)
    .where("kind", "=", "owner")
    .limit(1)
    .executeTakeFirst();
  const quote = await wanted(db).selectAll("quote").where("quote.id", "=", event.quoteId).executeTakeFirst();
  if (later || !quote || quote.ownerId === null) return undefined;
  return { quote, ownerId: quote.ownerId, givenBy: event.userId };
}

/** Several leads that were given to their owner at once. */
export interface BulkAssignment extends Pick<Assignment, "ownerId" | "givenBy"> {
  count: number;
  /** The newest of them. */
  first: Row<"quote">[];
}

/** What a bulk change has given to somebody and still is theirs; nothing if it has been undone. */
export async function findBulkAssignment(db: Db, id: number, most: number): Promise<BulkAssignment | undefined> {
  const change = await findBulkChange(db, "quote", id);
  const ownerId = change && ownerIn(change.action);
  if (!change || !ownerId) return undefined;
  const theirs = wanted(db)
    .innerJoin("bulkChangeEntry", "bulkChangeEntry.entryId", "quote.id")
    .where("bulkChangeEntry.bulkChangeId", "=", id)
    .where("quote.ownerId", "=", ownerId);
  const count = await countRows(db, theirs);
  if (count === 0) return undefined;
  const first = await theirs.selectAll("quote").orderBy("bulkChangeEntry.entryId", "desc").limit(most).execute();
  return { count, first, ownerId, givenBy: change.userId };
}

const wanted = (db: Db) => db.selectFrom("quote").where("quote.deletedAt", "is", null).where("quote.isSpam", "=", 0);

/** The action of a bulk change that gives leads to somebody, or to nobody. */
export type OwnerAction = `owner ${string}`;

export const ownerAction = (ownerId: number | null): OwnerAction => `owner ${ownerId ?? ""}`;

/** Whom such an action gives leads to; `undefined` if it does something else. */
export const ownerIn = (action: string): number | null | undefined =>
  action.startsWith("owner ") ? Number(action.slice("owner ".length)) || null : undefined;
