import type { Db } from "#db/schema.ts";
import { deleteIdempotencyKeys } from "./idempotency-key.repository.server.ts";
import { inPortions } from "./list-stream.ts";
import { dropWords } from "./search.repository.server.ts";
import type { Erased, Trash } from "./trash.server.ts";

// Deletes what visitors have sent: to the trash and back, or for good. Quotes and subscriptions share the columns id,
// slug, email_key and deleted_at.

interface Inbox {
  table: "quote" | "subscription";
  /** The column shown as the entry's title. */
  title: string;
  activity: "lead" | "subscription";
  /** Deletes the emails about these entries, sent or not. @returns how many */
  deleteMail: (db: Db, slugs: string[]) => Promise<number>;
  /** Turns the failure of a restore into the error shown to staff. */
  refused?: (failure: unknown) => never;
}

// Kysely cannot type a table given as a parameter, so one represents both.
const any = (table: Inbox["table"]) => table as "quote";

const portion = 500;

/** @returns the functions that trash, restore and erase the entries of an inbox */
export function inboxErasure({ table, title, activity, deleteMail, refused }: Inbox) {
  const trashed = (db: Db) => db.selectFrom(any(table)).where("deletedAt", "is not", null);

  /** Deletes entries for good, along with their emails, search words and stored idempotency replies. */
  async function erase(db: Db, slugs: string[]): Promise<{ count: number; mails: number; keys: number }> {
    const erased = { count: 0, mails: 0, keys: 0 };
    for (let from = 0; from < slugs.length; from += portion) {
      const some = slugs.slice(from, from + portion);
      erased.mails += await deleteMail(db, some);
      erased.keys += await deleteIdempotencyKeys(db, some);
      const rows = await db.deleteFrom(any(table)).where("slug", "in", some).returning("id").execute();
      erased.count += rows.length;
      await dropWords(
        db,
        table,
        rows.map(({ id }) => id),
      );
    }
    return erased;
  }

  async function eraseTrashed(db: Db, which: ReturnType<typeof trashed>): Promise<Erased> {
    const { count } = await erase(db, slugsIn(await which.select("slug").execute()));
    return { count, texts: [] };
  }

  /** Moves an entry to the trash; one that is already there is left unchanged. @returns whether it was moved */
  async function moveToTrash(db: Db, slug: string, at: Date): Promise<boolean> {
    const moved = await db
      .updateTable(any(table))
      .set({ deletedAt: at.toISOString() })
      .where("slug", "=", slug)
      .where("deletedAt", "is", null)
      .executeTakeFirst();
    return moved.numUpdatedRows > 0n;
  }

  const trash: Trash = {
    kind: table,
    isContent: false,
    activity,
    list(db) {
      const rows = trashed(db)
        .select(["id", "slug", "deletedAt", `${title as "fullName"} as title`])
        .orderBy("deletedAt", "desc")
        .orderBy("id", "desc");
      return inPortions({
        read: (last: Awaited<ReturnType<typeof rows.execute>>[number] | undefined, limit) =>
          (last ? rows.where((eb) => eb(eb.refTuple("deletedAt", "id"), "<", eb.tuple(last.deletedAt, last.id))) : rows)
            .limit(limit)
            .execute(),
        toEntries: (some) => some.map((row) => ({ id: row.slug, title: row.title, deletedAt: row.deletedAt ?? "" })),
      });
    },
    async restore(db, id) {
      const row = await db
        .updateTable(any(table))
        .set({ deletedAt: null })
        .where("slug", "=", id)
        .where("deletedAt", "is not", null)
        .returning("slug")
        .executeTakeFirst()
        .catch(refused);
      return row && { noun: table, slug: row.slug, version: 1, data: null };
    },
    async discard(db, id, at) {
      const isMoved = await moveToTrash(db, id, at);
      return isMoved ? { noun: table, slug: id, version: 1, data: null } : undefined;
    },
    erase: (db, id) => eraseTrashed(db, trashed(db).where("slug", "=", id)),
    purge: (db, before) => eraseTrashed(db, trashed(db).where("deletedAt", "<", before.toISOString())),
  };

  return {
    erase,
    trash,
    /** Erases everything sent from one email address. */
    async eraseAddress(db: Db, emailKey: string) {
      return erase(
        db,
        slugsIn(await db.selectFrom(any(table)).select("slug").where("emailKey", "=", emailKey).execute()),
      );
    },
  };
}

export const slugsIn = (rows: { slug: string }[]): string[] => rows.map(({ slug }) => slug);
