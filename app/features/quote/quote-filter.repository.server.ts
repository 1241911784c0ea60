import type { SelectQueryBuilder } from "kysely";
import type { Shown } from "#app/platform/inbox/inbox-rows.repository.server.ts";
import { arrival, holds, withinWords, withWords } from "#app/platform/search.repository.server.ts";
import { slugOfReference } from "#app/shared/lead-reference.ts";
import { phoneWord, searchWords } from "#app/shared/search-words.ts";
import type { Db, Schema } from "#db/schema.ts";
import type { QuoteQuery } from "./quote.contract.ts";
import { fieldNames } from "./quote.form.ts";
import { type FoundOwner, ownersNamed } from "./quote-owner.repository.server.ts";

export type QuoteFilter = Pick<
  QuoteQuery,
  "q" | "source" | "unread" | "spam" | "status" | "owner" | "receivedFrom" | "receivedBefore"
>;

/** What a search was found to mean. */
export type Resolved<F extends QuoteFilter> = F & { slug?: string; owners?: FoundOwner[] };

type Live = SelectQueryBuilder<Schema, "quote", object>;

/**
 * Finds out what a search means: the reference of a quote finds only that one, however old. Any other text searches for
 * words, of which some may be in the name of the owner.
 */
export async function resolveSearch<F extends QuoteFilter>(db: Db, which: F): Promise<Resolved<F>> {
  const slug = await slugReferredTo(db, which.q ?? "");
  if (slug !== undefined) return { ...which, q: undefined, slug };
  const owners = await ownersNamed(db, searchWords(which.q ?? ""));
  return owners.length > 0 ? { ...which, owners } : which;
}

async function slugReferredTo(db: Db, q: string): Promise<string | undefined> {
  const start = slugOfReference(q);
  if (start === undefined) return undefined;
  const found = await db
    .selectFrom("quote")
    .select("slug")
    .where("slug", ">=", start)
    .where("slug", "<=", `${start}zzzzzzzz`)
    .where("deletedAt", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found?.slug;
}

/** The quotes that a search was found to mean. */
export const shownBy = (db: Db, which: Resolved<QuoteFilter>): Shown => ({
  rows: filtered(db, which),
  id: arrival(db, "quote", which.owners ? [] : searchWords(which.q ?? "")),
});

export const shownQuotes = async (db: Db, filter: QuoteFilter): Promise<Shown> =>
  shownBy(db, await resolveSearch(db, filter));

export function filtered(db: Db, which: Resolved<QuoteFilter>): Live {
  const { q, source, unread, spam, status, owner, slug, receivedFrom, receivedBefore } = which;
  let live: Live = db.selectFrom("quote").where("quote.deletedAt", "is", null);
  if (slug !== undefined) live = live.where("slug", "=", slug);
  if (status) live = live.where("status", "=", status);
  if (owner !== undefined) live = live.where("ownerId", "=", owner);
  if (spam !== undefined) live = live.where("quote.isSpam", "=", spam ? 1 : 0);
  if (receivedFrom) live = live.where("quote.createdAt", ">=", new Date(receivedFrom).toISOString());
  if (receivedBefore) live = live.where("quote.createdAt", "<", new Date(receivedBefore).toISOString());
  if (source) live = live.where("source", "=", source);
  if (unread !== undefined) live = live.where("readAt", unread ? "is" : "is not", null);
  const typed = q?.trim();
  return typed ? searched(db, live, typed, which.owners) : live;
}

function searched(db: Db, live: Live, typed: string, owners: FoundOwner[] | undefined): Live {
  const words = searchWords(typed);
  // Text without letters or digits is found by scanning every row.
  if (words.length === 0)
    return live.where((eb) =>
      holds(
        db,
        fieldNames.map((name) => eb.ref(name)),
        typed,
      ),
    );
  if (!owners) return withWords(db, "quote", live, words, phoneWord(typed));
  return live.where("quote.id", "in", (eb) =>
    owners.reduce(
      (found, { id, rest }) => found.union(ownedWith(db, id, rest)),
      eb
        .selectFrom("quote")
        .select("id")
        .where("id", "in", withinWords(db, "quote", words, phoneWord(typed))),
    ),
  );
}

/** The ids of an owner's quotes that contain these words. */
function ownedWith(db: Db, ownerId: number, words: string[]) {
  const owned = db.selectFrom("quote").select("id").where("ownerId", "=", ownerId).where("deletedAt", "is", null);
  return words.length > 0 ? owned.where("id", "in", withinWords(db, "quote", words)) : owned;
}
