import type { ContentType } from "#app/shared/content-type.ts";
import type { Db, NewRow, Row } from "#db/schema.ts";
import { contentTable } from "./content-row.repository.server.ts";

export type ApprovalLinkRow = Row<"approvalLink">;
export type ApprovalNoteRow = Row<"approvalNote">;

/** An entry as it is live; nothing if it does not exist or is in the trash. */
export function entryHead(
  db: Db,
  type: ContentType,
  slug: string,
): Promise<{ version: number; published: 0 | 1 } | undefined> {
  return db
    .selectFrom(contentTable(type))
    .select(["version", "published"])
    .where("slug", "=", slug)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}

export function insertApprovalLink(db: Db, link: NewRow<"approvalLink">): Promise<ApprovalLinkRow> {
  return db.insertInto("approvalLink").values(link).returningAll().executeTakeFirstOrThrow();
}

export function findApprovalLink(
  db: Db,
  by: { id: number } | { tokenHash: string },
): Promise<ApprovalLinkRow | undefined> {
  const links = db.selectFrom("approvalLink").selectAll();
  const found = "id" in by ? links.where("id", "=", by.id) : links.where("tokenHash", "=", by.tokenHash);
  return found.executeTakeFirst();
}

/** The links of an entry, newest first. */
export function listApprovalLinks(db: Db, noun: string, slug: string, limit: number): Promise<ApprovalLinkRow[]> {
  return db
    .selectFrom("approvalLink")
    .selectAll()
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Links without which an entry is not to be published: those in force after `since`, unless revoked. */
export function listRequiredLinks(db: Db, noun: string, slug: string, since: string): Promise<ApprovalLinkRow[]> {
  return db
    .selectFrom("approvalLink")
    .selectAll()
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .where("isRequired", "=", 1)
    .where("revokedAt", "is", null)
    .where("endsAt", ">", since)
    .orderBy("id")
    .execute();
}

/** @returns nothing if there is no such link */
export function updateApprovalLink(
  db: Db,
  id: number,
  change: Partial<Pick<ApprovalLinkRow, "isRequired" | "revokedAt">>,
): Promise<ApprovalLinkRow | undefined> {
  return db.updateTable("approvalLink").set(change).where("id", "=", id).returningAll().executeTakeFirst();
}

/** @returns nothing if this form has been stored before */
export function insertApprovalNote(db: Db, note: NewRow<"approvalNote">): Promise<ApprovalNoteRow | undefined> {
  return db
    .insertInto("approvalNote")
    .values(note)
    .onConflict((conflict) => conflict.columns(["linkId", "formKey"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findApprovalNote(db: Db, id: number): Promise<ApprovalNoteRow | undefined> {
  return db.selectFrom("approvalNote").selectAll().where("id", "=", id).executeTakeFirst();
}

/** What was answered with these links, oldest first. */
export async function listApprovalNotes(db: Db, linkIds: number[]): Promise<ApprovalNoteRow[]> {
  if (linkIds.length === 0) return [];
  return db.selectFrom("approvalNote").selectAll().where("linkId", "in", linkIds).orderBy("id").execute();
}

/** The newest approval or request for changes given with a link. */
export function lastDecision(db: Db, linkId: number): Promise<ApprovalNoteRow | undefined> {
  return db
    .selectFrom("approvalNote")
    .selectAll()
    .where("linkId", "=", linkId)
    .where("kind", "in", ["approved", "changes"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Null: open again. */
export async function setNoteDone(db: Db, id: number, doneAt: string | null): Promise<void> {
  await db.updateTable("approvalNote").set({ doneAt }).where("id", "=", id).execute();
}

const linksOf = (db: Db, noun: string, slug: string) =>
  db.selectFrom("approvalLink").select("id").where("noun", "=", noun).where("slug", "=", slug);

/** An entry has been published: its approvals need nobody's attention, and nothing waits for one any more. */
export async function settleApprovals(db: Db, noun: string, slug: string, at: Date): Promise<void> {
  await db
    .updateTable("approvalLink")
    .set({ isRequired: 0 })
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .execute();
  await db
    .updateTable("approvalNote")
    .set({ doneAt: at.toISOString() })
    .where("linkId", "in", linksOf(db, noun, slug))
    .where("kind", "=", "approved")
    .where("doneAt", "is", null)
    .execute();
}

/** Deletes the links of an entry that is erased for good, and the answers with them. */
export async function eraseApprovals(db: Db, noun: string, slug: string): Promise<void> {
  await db.deleteFrom("approvalLink").where("noun", "=", noun).where("slug", "=", slug).execute();
}

/** Deletes the links made for an email address, and the answers with them. @returns what each was for */
export function deleteApprovalsOf(
  db: Db,
  emailKey: string,
): Promise<Pick<ApprovalLinkRow, "noun" | "slug" | "isRequired">[]> {
  const links = db.deleteFrom("approvalLink").where("emailKey", "=", emailKey);
  return links.returning(["noun", "slug", "isRequired"]).execute();
}

/** Deletes the links that ended before, and the answers with them; not those that something still waits for. */
export async function deleteEndedApprovals(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom("approvalLink")
    .where("endsAt", "<", before.toISOString())
    .where((eb) => eb.or([eb("isRequired", "=", 0), eb("revokedAt", "is not", null)]))
    .execute();
}
