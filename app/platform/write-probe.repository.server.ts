import { randomBytes } from "node:crypto";
import type { Db } from "#db/schema.ts";

/** About what a long message and its index entry take, so that a disk without room for one is found full. */
const bytes = 12_000;

/** Proves that a message could be stored: writes as much, and removes it before the commit, which reaches the disk all the same. @throws what the write of a message would throw */
export async function proveWritable(db: Db): Promise<void> {
  const name = `write probe ${randomBytes(8).toString("hex")}`;
  const value = randomBytes(bytes / 2).toString("hex");
  await db.transaction().execute(async (trx) => {
    await trx.insertInto("setting").values({ name, value }).execute();
    await trx.deleteFrom("setting").where("name", "=", name).execute();
  });
}
