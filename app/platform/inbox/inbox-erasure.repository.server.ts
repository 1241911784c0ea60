import { deleteIdempotencyKeys } from "#app/platform/idempotency-key.repository.server.ts";
import { countRows, dropWords } from "#app/platform/search.repository.server.ts";
import { type Erased, purgedAtOnce, type Trash, type TrashStart } from "#app/platform/trash.server.ts";
import { trashPortions } from "#app/platform/trash-list.repository.server.ts";
import { chunksOf, idsIn, slugsIn } from "#app/shared/rows.ts";
import { locked } from "#db/dialect.ts";
import type { Db } from "#db/schema.ts";

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
export function inboxErasure(inbox: Inbox) {
  const { table, title, activity, refused } = inbox;
  const stateOf = (slug: string) => ({ noun: table, slug, version: 1, data: null });

  async function eraseTrashed(db: Db, which: ReturnType<typeof trashed>): Promise<Erased> {
    const { count } = await erase(inbox, db, slugsIn(await locked(db, which.select("slug")).execute()));
    return { count, texts: [] };
  }

  const trash: Trash = {
    kind: table,
    isContent: false,
    activity,
    hasNumericKeys: true,
    list: (db, start) => listTrashed(db, table, title, start),
    count: (db) => countRows(db, trashed(db, table)),
    restore: async (db, id) => ((await move(db, table, id, null).catch(refused)) ? stateOf(id) : undefined),
    discard: async (db, id, at) => ((await move(db, table, id, at)) ? stateOf(id) : undefined),
    erase: (db, id) => eraseTrashed(db, trashed(db, table).where("slug", "=", id)),
    purge: (db, before) =>
      eraseTrashed(db, trashed(db, table).where("deletedAt", "<", before.toISOString()).limit(purgedAtOnce)),
  };

  return {
    erase: (db: Db, slugs: string[]) => erase(inbox, db, slugs),
    trash,
    async eraseAddress(db: Db, emailKey: string) {
      const rows = await db.selectFrom(any(table)).select("slug").where("emailKey", "=", emailKey).execute();
      return erase(inbox, db, slugsIn(rows));
    },
  };
}

/** Deletes entries for good, along with their emails, search words and stored idempotency replies. */
async function erase({ table, deleteMail }: Inbox, db: Db, slugs: string[]) {
  const erased = { count: 0, mails: 0, keys: 0 };
  for (const some of chunksOf(slugs, portion)) {
    erased.mails += await deleteMail(db, some);
    erased.keys += await deleteIdempotencyKeys(db, some);
    const rows = await db.deleteFrom(any(table)).where("slug", "in", some).returning("id").execute();
    erased.count += rows.length;
    await dropWords(db, table, idsIn(rows));
  }
  return erased;
}

const trashed = (db: Db, table: Inbox["table"]) => db.selectFrom(any(table)).where("deletedAt", "is not", null);

function listTrashed(db: Db, table: Inbox["table"], title: string, start?: TrashStart) {
  const rows = trashed(db, table)
    .select(["id", "slug", "deletedAt", `${title as "fullName"} as title`])
    .orderBy("deletedAt", "desc")
    .orderBy("id", "desc");
  return trashPortions(
    start,
    (where, limit) => (where ? rows.where(where) : rows).limit(limit).execute(),
    (row) => ({ id: row.slug, title: row.title }),
  );
}

/** Moves an entry to the trash at a time, or back if that is null. @returns whether it was not there already */
async function move(db: Db, table: Inbox["table"], slug: string, deletedAt: Date | null): Promise<boolean> {
  const moved = await db
    .updateTable(any(table))
    .set({ deletedAt: deletedAt?.toISOString() ?? null })
    .where("slug", "=", slug)
    .where("deletedAt", deletedAt ? "is" : "is not", null)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}
