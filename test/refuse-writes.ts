import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { Database } from "./data-location.ts";

const tables = ["session", "user", "second_factor", "quote", "setting", "upload_variant", "rate_limit"];

/**
 * Makes the database reject new rows in these tables, like a full disk, while it stays readable. SQLite is then really
 * full: what fits into an existing page can still be written.
 * @returns the function that undoes it
 */
export async function refuseWrites(database: Database, db: Db): Promise<() => Promise<void>> {
  if (database === "sqlite") {
    await byTheWriter(db, "pragma max_page_count = 1");
    await fillSessions(db);
    return async () => {
      await byTheWriter(db, "pragma max_page_count = 1073741823");
      await db.deleteFrom("session").where("addressHash", "=", "filler").execute();
    };
  }
  await sql`create function refuse_writes() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$`.execute(
    db,
  );
  for (const table of tables)
    await sql`create trigger refuse_writes before insert or update or delete on ${sql.table(table)} execute function refuse_writes()`.execute(
      db,
    );
  return async () => void (await sql`drop function refuse_writes cascade`.execute(db));
}

async function fillSessions(db: Db): Promise<void> {
  const at = new Date(0).toISOString();
  const { id: userId } = await db.selectFrom("user").select("id").limit(1).executeTakeFirstOrThrow();
  const times = { createdAt: at, lastUsedAt: at };
  for (const length of [300, 30, 0])
    for (let n = 0; ; n++) {
      const row = {
        userId,
        tokenHash: `${length} ${n}`,
        addressHash: "filler",
        userAgent: "a".repeat(length),
        ...times,
      };
      const isFull = await db
        .insertInto("session")
        .values(row)
        .execute()
        .then(
          () => false,
          () => true,
        );
      if (isFull) break;
    }
}

/** On SQLite a pragma applies to one connection; a transaction uses the writer. */
export async function byTheWriter(db: Db, statement: string): Promise<void> {
  await db.transaction().execute((trx) => sql.raw(statement).execute(trx));
}
