import type { Db } from "#db/schema.ts";

/** In place of the name of one who has been removed. */
export const formerAdministrator = "a former administrator";

/** Names of administrators by id, or their addresses where they have none. Removed ones, and null for nobody, are missing. */
export async function userNames(db: Db, ids: (number | null)[]): Promise<Map<number | null, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await db.selectFrom("user").select(["id", "fullName", "email"]).where("id", "in", known).execute();
  return new Map(rows.map(({ id, fullName, email }) => [id, fullName || email]));
}
