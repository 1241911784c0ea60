import type { Db } from "#db/schema.ts";

/** What was done that no other table tells. */
export interface NewActivity {
  kind: string;
  /** What it was done to: a slug, a number or an address; empty for none. */
  subject: string;
  /** Null: the site itself. */
  userId: number | null;
  at: Date;
}

/** Keeps that something was done. */
export async function insertActivity(db: Db, { at, ...activity }: NewActivity): Promise<void> {
  await db
    .insertInto("activity")
    .values({ ...activity, createdAt: at.toISOString() })
    .execute();
}

/** Forgets what was done to an address, when it is erased. */
export async function deleteActivityAbout(db: Db, subject: string): Promise<void> {
  await db.deleteFrom("activity").where("subject", "=", subject).execute();
}

/** Forgets what is older. */
export async function deleteOldActivity(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("activity").where("createdAt", "<", before.toISOString()).execute();
}
