import type { Kysely } from "kysely";

const texts = "problem sketch_reason decision client_words client_type sector live_url sketch_image".split(" ");
const lists = ["disciplines", "team", "outcomes"];

/** The built-in case studies, by their permanent numbers. */
const builtIn = [
  "Learning platform with a token reward",
  "Agent finder for education and migration",
  "NFT floor-price prediction",
  "Startup and investor matching",
  "DeFi node and NFT platform",
  "Nonprofit mental health platform",
  "NFT marketplace",
];

/** Cases are stories. What there was says as much as before; a built-in case that no editor has saved (version 1) is known as a sample. */
export async function up(db: Kysely<any>): Promise<void> {
  const project = db.schema.alterTable("project");
  for (const column of texts) await project.addColumn(column, "text", (text) => text.notNull().defaultTo("")).execute();
  for (const column of lists)
    await project.addColumn(column, "text", (text) => text.notNull().defaultTo("[]")).execute();
  for (const column of ["year", "weeks"]) await project.addColumn(column, "integer").execute();
  await project.addColumn("is_sample", "integer", (sample) => sample.notNull().defaultTo(0)).execute();
  await db.schema
    .alterTable("project_detail")
    .addColumn("layout", "text", (layout) => layout.notNull().defaultTo("side"))
    .execute();
  for (const [number, title] of builtIn.entries())
    await db
      .updateTable("project")
      .set({ is_sample: 1 })
      .where("number", "=", number)
      .where("title", "=", title)
      .where("version", "=", 1)
      .execute();
}
