import { randomToken } from "#app/platform/secret.server.ts";
import type { PreviewPage } from "#app/shared/public-pages.ts";
import type { Db, Schema } from "#db/schema.ts";
import type { PreviewInput } from "./preview.contract.ts";

/** What a link shows: one of these. */
export interface Preview {
  /** The page after a save. */
  save?: PreviewInput;
  /** A page of the site as it was. `at`: ISO 8601. */
  past?: { at: string; page: PreviewPage };
  /** A page for editing; opaque here. */
  editing?: unknown;
}

/** @returns the preview's unguessable id */
export async function insertPreview(db: Db, preview: Preview, at: Date): Promise<string> {
  const id = randomToken();
  await db
    .insertInto("preview")
    .values({ id, input: JSON.stringify(preview), createdAt: at.toISOString() })
    .execute();
  return id;
}

/** The preview, if it was stored after `since`. */
export async function findPreview(db: Db, id: string, since: Date): Promise<Preview | undefined> {
  const row = await db
    .selectFrom("preview")
    .select("input")
    .where("id", "=", id)
    .where("createdAt", ">", since.toISOString())
    .executeTakeFirst();
  return row && JSON.parse(row.input);
}

/** Moves an entry before all others, whose positions count from 1. */
export async function putFirst(db: Db, table: keyof Schema, slug: string): Promise<void> {
  await db
    .updateTable(table as "faq")
    .set({ position: 0 })
    .where("slug", "=", slug)
    .execute();
}
