import { countRows } from "#app/platform/search.repository.server.ts";
import type { Db } from "#db/schema.ts";
import type { ApprovalLinkRow, ApprovalNoteRow } from "./approval.repository.server.ts";
import { isInTrash } from "./in-trash.repository.server.ts";

/** An answer that the office has not marked as done. */
export type OpenAnswer = Pick<ApprovalNoteRow, "id" | "kind" | "text" | "createdAt"> &
  Pick<ApprovalLinkRow, "noun" | "slug" | "name">;

/** Newest first. */
export function listOpenAnswers(db: Db, limit: number): Promise<OpenAnswer[]> {
  return openAnswers(db)
    .select(["approvalNote.id", "approvalNote.kind", "approvalNote.text", "approvalNote.createdAt"])
    .select(["approvalLink.noun", "approvalLink.slug", "approvalLink.name"])
    .orderBy("approvalNote.id", "desc")
    .limit(limit)
    .execute();
}

/** The number of answers that are not done, up to `most`. */
export function countOpenAnswers(db: Db, most: number): Promise<number> {
  return countRows(db, db.selectFrom(openAnswers(db).select("approvalNote.id").limit(most).as("some")));
}

/** An answer about an entry in the trash cannot be opened until that is back. */
const openAnswers = (db: Db) =>
  db
    .selectFrom("approvalNote")
    .innerJoin("approvalLink", "approvalLink.id", "approvalNote.linkId")
    .where("approvalNote.doneAt", "is", null)
    .where(({ not }) => not(isInTrash(db, "approvalLink")));
