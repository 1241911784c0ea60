import { sql } from "kysely";
import type { Db, Row } from "#db/schema.ts";

/** A saved state of a content entry. */
export interface Change {
  noun: string;
  slug: string;
  version: number;
  action: Row<"change">["action"];
  /** The entry as the API shows it. */
  data: unknown;
  userId: number | null;
  at: Date;
}

/** Keeps a saved state in the history. */
export async function insertChange(db: Db, { noun, slug, version, action, data, userId, at }: Change): Promise<void> {
  await db
    .insertInto("change")
    .values({ noun, slug, version, action, data: JSON.stringify(data), userId, createdAt: at.toISOString() })
    .execute();
}

/** Every finished page belongs to one revision of the content. */
export async function contentRevision(db: Db): Promise<number> {
  return (await db.selectFrom("contentRevision").select("revision").where("id", "=", 1).executeTakeFirstOrThrow())
    .revision;
}

export async function raiseContentRevision(db: Db): Promise<void> {
  await db.updateTable("contentRevision").set({ revision: sql`revision + 1` }).where("id", "=", 1).execute();
}

/** At most this many saved states are shown of one entry. */
const mostShown = 200;

/** The saved states of an entry, newest first, each with its author's name. */
export async function listChanges(db: Db, noun: string, slug: string) {
  const rows = await db
    .selectFrom("change")
    .leftJoin("user", "user.id", "change.userId")
    .select(["change.version", "change.action", "change.data", "change.createdAt", "user.fullName as author"])
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .orderBy("change.id", "desc")
    .limit(mostShown)
    .execute();
  return rows.map(({ data, author, ...row }) => ({
    ...row,
    author: author ?? "",
    data: JSON.parse(data) as Record<string, unknown>,
  }));
}
