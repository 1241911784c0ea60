import { randomBytes } from "node:crypto";
import type { Db } from "#db/schema.ts";

/** Size of the longest message with its key, mails and index entries: a disk with less space counts as full. */
const bytes = 96_000;

const prefix = "write probe ";

/**
 * Checks that a message could be stored, by writing as much and removing what the last probe wrote. What is written stays,
 * since pages that are freed before a commit need not reach the disk. @throws what the write of a message would throw
 */
export async function proveWritable(db: Db): Promise<void> {
  const name = `${prefix}${randomBytes(8).toString("hex")}`;
  const value = randomBytes(bytes / 2).toString("hex");
  await db.transaction().execute(async (trx) => {
    await trx.insertInto("setting").values({ name, value }).execute();
    await trx.deleteFrom("setting").where("name", "like", `${prefix}%`).where("name", "!=", name).execute();
  });
}
