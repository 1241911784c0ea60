import type { Db } from "#db/schema.ts";

/** An activity that no other table records. */
export interface NewActivity {
  kind: string;
  /** What it was done to: a slug, an id, an email address, or `<noun>/<slug>` of an entry; empty for none. */
  subject: string;
  /** Null: the site itself. */
  userId: number | null;
  at: Date;
}

/** Records an activity. @returns its id */
export async function insertActivity(db: Db, { at, ...activity }: NewActivity): Promise<number> {
  const { id } = await db
    .insertInto("activity")
    .values({ ...activity, createdAt: at.toISOString() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return Number(id);
}

export async function updateActivitySubject(db: Db, id: number, subject: string): Promise<void> {
  await db.updateTable("activity").set({ subject }).where("id", "=", id).execute();
}

/** How long activities are kept that no other table records: some name the email address of somebody invited. */
export const activityKeptMs = 2 * 365 * 24 * 60 * 60_000;

/** Deletes the activities about an email address or an entry that is erased. */
export async function deleteActivityAbout(db: Db, subject: string): Promise<void> {
  await db.deleteFrom("activity").where("subject", "=", subject).execute();
}
