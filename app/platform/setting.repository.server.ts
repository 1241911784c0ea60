import type { Db } from "#db/schema.ts";

/** The value of a stored setting, a fact about this database itself. */
export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst())?.value;
}

/** @throws a unique violation if another process inserted it first */
export async function insertSetting(db: Db, name: string, value: string): Promise<void> {
  await db.insertInto("setting").values({ name, value }).execute();
}

/** Writes a setting if it still has the value `before` (`undefined`: not set). @returns whether it was written */
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

export async function writeSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Deletes a setting if it still has the given value. */
export async function deleteSetting(db: Db, name: string, value: string): Promise<void> {
  await db.deleteFrom("setting").where("name", "=", name).where("value", "=", value).execute();
}
