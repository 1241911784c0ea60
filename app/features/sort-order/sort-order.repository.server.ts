import type { ManagedTable } from "#app/platform/managed.repository.server.ts";
import type { Db } from "#db/schema.ts";

/** By what a person knows an entry. */
const names = { project: "title", job: "title", faq: "question", review: "fullName" } as const;

/** What rows are called, those in the trash too. One that was erased for good has no name. */
export async function namesOf(db: Db, table: ManagedTable, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    // One of the four stands for all: Kysely cannot type a table that is a parameter.
    .selectFrom(table as "job")
    .select(["id", `${names[table]} as name` as "title as name"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
