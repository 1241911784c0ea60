import type { Db } from "#db/schema.ts";

/** A fact about this database itself. */
export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst())?.value;
}

/** @throws a unique violation when another process was faster */
export async function insertSetting(db: Db, name: string, value: string): Promise<void> {
  await db.insertInto("setting").values({ name, value }).execute();
}

/** Writes a fact if it still says `before` (`undefined`: nothing yet). @returns whether it did */
export async function replaceSetting(
  db: Db,
  name: string,
  before: string | undefined,
  value: string,
): Promise<boolean> {
  const done =
    before === undefined
      ? await db
          .insertInto("setting")
          .values({ name, value })
          .onConflict((conflict) => conflict.column("name").doNothing())
          .executeTakeFirst()
      : await db
          .updateTable("setting")
          .set({ value })
          .where("name", "=", name)
          .where("value", "=", before)
          .executeTakeFirst();
  return ("numInsertedOrUpdatedRows" in done ? done.numInsertedOrUpdatedRows : done.numUpdatedRows) === 1n;
}

/** Forgets a fact if it still says `value`. */
export async function deleteSetting(db: Db, name: string, value: string): Promise<void> {
  await db.deleteFrom("setting").where("name", "=", name).where("value", "=", value).execute();
}
