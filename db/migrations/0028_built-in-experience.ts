import type { Kysely } from "kysely";

const texts = [
  ["1–2 Years", "1-2 Years"],
  ["1–2 years in IT services sales", "1-2 years in IT services sales"],
  ["1–2 years in product design", "1-2 years in product design"],
] as const;

/** Built-in openings that no editor has saved (version 1) get the hyphens of the specification ("1-2 Years"). */
export async function up(db: Kysely<any>): Promise<void> {
  const jobs = await db
    .selectFrom("job")
    .select(["id", "experience", "experience_details as details"])
    .where("version", "=", 1)
    .where("experience", "=", "1–2 Years")
    .execute();
  for (const { id, experience, details } of jobs) {
    const replaced = (value: string) => texts.reduce((text, [dash, hyphen]) => text.replace(dash, hyphen), value);
    await db
      .updateTable("job")
      .set({ experience: replaced(experience), experience_details: replaced(details) })
      .where("id", "=", id)
      .execute();
  }
}
