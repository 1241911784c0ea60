import { randomToken } from "#app/platform/secret.server.ts";
import type { Db } from "#db/schema.ts";
import type { PreviewInput } from "./preview.contract.ts";

/** @returns the preview's name, which nobody can guess */
export async function insertPreview(db: Db, input: PreviewInput, at: Date): Promise<string> {
  const id = randomToken();
  await db
    .insertInto("preview")
    .values({ id, input: JSON.stringify(input), createdAt: at.toISOString() })
    .execute();
  return id;
}

/** What would be saved, if it was kept after `since`. */
export async function findPreview(db: Db, id: string, since: Date): Promise<PreviewInput | undefined> {
  const row = await db
    .selectFrom("preview")
    .select("input")
    .where("id", "=", id)
    .where("createdAt", ">", since.toISOString())
    .executeTakeFirst();
  return row && JSON.parse(row.input);
}

export async function deletePreviews(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("preview").where("createdAt", "<=", before.toISOString()).execute();
}
