import { deleteMail } from "#app/features/mail/outbox.repository.server.ts";
import { deleteIdempotencyKeys } from "#app/platform/idempotency-key.repository.server.ts";
import { inPortions } from "#app/platform/list-stream.ts";
import { dropWords } from "#app/platform/search.repository.server.ts";
import type { Erased, Trash } from "#app/platform/trash.server.ts";
import type { Db } from "#db/schema.ts";

// How quotes leave: into the trash and out of it again, or for good.

/** Moves a quote to the trash; one that is there already stays as it is. */
export async function trashQuote(db: Db, slug: string, at: Date): Promise<void> {
  await db
    .updateTable("quote")
    .set({ deletedAt: at.toISOString() })
    .where("slug", "=", slug)
    .where("deletedAt", "is", null)
    .execute();
}

/** Deletes quotes for good, with their mails, their search words and the answers that were kept for their keys. */
export async function eraseQuotes(db: Db, slugs: string[]): Promise<{ quotes: number; mails: number; keys: number }> {
  const erased = { quotes: 0, mails: 0, keys: 0 };
  for (let from = 0; from < slugs.length; from += 500) {
    const some = slugs.slice(from, from + 500);
    erased.mails += await deleteMail(db, some);
    erased.keys += await deleteIdempotencyKeys(db, some);
    const rows = await db.deleteFrom("quote").where("slug", "in", some).returning("id").execute();
    erased.quotes += rows.length;
    await dropWords(
      db,
      "quote",
      rows.map(({ id }) => id),
    );
  }
  return erased;
}

export async function quotesOf(db: Db, emailKey: string): Promise<string[]> {
  return (await db.selectFrom("quote").select("slug").where("emailKey", "=", emailKey).execute()).map(
    ({ slug }) => slug,
  );
}

/** What came before a moment; the oldest first, at most 500. */
export async function quotesBefore(db: Db, before: Date, isSpam: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom("quote")
    .select("slug")
    .where("createdAt", "<", before.toISOString())
    .where("isSpam", "=", isSpam ? 1 : 0)
    .orderBy("createdAt")
    .limit(500)
    .execute();
  return rows.map(({ slug }) => slug);
}

const trashed = (db: Db) => db.selectFrom("quote").where("deletedAt", "is not", null);

export const quoteTrash: Trash = {
  kind: "quote",
  isContent: false,
  list(db) {
    const rows = trashed(db)
      .select(["id", "slug", "fullName", "deletedAt"])
      .orderBy("deletedAt", "desc")
      .orderBy("id", "desc");
    return inPortions({
      read: (last: Awaited<ReturnType<typeof rows.execute>>[number] | undefined, limit) =>
        (last ? rows.where((eb) => eb(eb.refTuple("deletedAt", "id"), "<", eb.tuple(last.deletedAt, last.id))) : rows)
          .limit(limit)
          .execute(),
      toEntries: (some) =>
        some.map(({ slug, fullName, deletedAt }) => ({ id: slug, title: fullName, deletedAt: deletedAt ?? "" })),
    });
  },
  async restore(db, id) {
    const row = await db
      .updateTable("quote")
      .set({ deletedAt: null })
      .where("slug", "=", id)
      .where("deletedAt", "is not", null)
      .returning("slug")
      .executeTakeFirst();
    return row && { noun: "quote", slug: row.slug, version: 1, data: null };
  },
  erase: (db, id) => eraseTrashed(db, trashed(db).where("slug", "=", id)),
  purge: (db, before) => eraseTrashed(db, trashed(db).where("deletedAt", "<", before.toISOString())),
};

async function eraseTrashed(db: Db, which: ReturnType<typeof trashed>): Promise<Erased> {
  const rows = await which.select("slug").execute();
  const { quotes } = await eraseQuotes(
    db,
    rows.map(({ slug }) => slug),
  );
  return { count: quotes, texts: [] };
}
