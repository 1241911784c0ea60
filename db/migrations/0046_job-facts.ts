import type { AnyDb } from "../dialect.ts";

/** What an opening pays, its hours, and how hiring goes (a JSON array of strings). */
export async function up(db: AnyDb): Promise<void> {
  for (const [name, usual] of [
    ["pay", ""],
    ["hours", ""],
    ["hiring", "[]"],
  ] as const)
    await db.schema
      .alterTable("job")
      .addColumn(name, "text", (c) => c.notNull().defaultTo(usual))
      .execute();
}
