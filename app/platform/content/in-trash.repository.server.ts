import { expressionBuilder, sql } from "kysely";
import type { Db, Schema } from "#db/schema.ts";
import { contentTable } from "./content-row.repository.server.ts";
import { contentTypes } from "./content-types.ts";

/** Whether the entry that a row of this table names, by its columns `noun` and `slug`, is in the trash. */
export const isInTrash = (db: Db, table: "draft" | "approvalLink") => {
  const { or, exists } = expressionBuilder<Schema>();
  const trashed = contentTypes.map((type) =>
    db
      .selectFrom(contentTable(type))
      .select("slug")
      .where("slug", "=", sql.ref<string>(`${table}.slug`))
      .where("deletedAt", "is not", null)
      .where(sql.ref(`${table}.noun`), "=", type.name),
  );
  return or(trashed.map((entry) => exists(entry)));
};
