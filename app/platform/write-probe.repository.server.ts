import { randomBytes } from "node:crypto";
import { isInVacuum } from "#db/failures.ts";
import type { Db } from "#db/schema.ts";

/** Size of the largest message with its key, emails and index entries: a disk with less free space counts as full. */
const bytes = 96_000;

const prefix = "write probe ";

/**
 * Checks that a message could be stored, by writing as many bytes and removing those of the last probe. The written
 * bytes stay, since pages freed before a commit need not reach the disk. A VACUUM, which ends by itself, is no trouble.
 * @throws whatever writing a message would throw
 */
export async function checkWritable(db: Db): Promise<void> {
  await writeProbe(db).catch((error: unknown) => {
    if (!isInVacuum(error)) throw error;
  });
}

async function writeProbe(db: Db): Promise<void> {
  const name = `${prefix}${randomBytes(8).toString("hex")}`;
  const value = randomBytes(bytes / 2).toString("hex");
  await db.transaction().execute(async (trx) => {
    await trx.insertInto("setting").values({ name, value }).execute();
    await trx.deleteFrom("setting").where("name", "like", `${prefix}%`).where("name", "!=", name).execute();
  });
}
