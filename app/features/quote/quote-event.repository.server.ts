import type { MailState } from "#app/shared/mail-state.ts";
import type { Db, Row } from "#db/schema.ts";
import type { LeadEvent } from "./quote.contract.ts";

// What the office did with a lead and wrote about it. Rows are added and never changed; they go with their quote.

type Kind = LeadEvent["kind"];

interface NewEvent {
  quoteId: number;
  kind: Kind;
  text: string;
  userId: number;
  /** The same key for the same quote is kept once. */
  key?: string | undefined;
  at: Date;
}

/** Keeps an event. @returns its number, and nothing when its key is known */
export async function insertEvent(
  db: Db,
  { quoteId, kind, text, userId, key, at }: NewEvent,
): Promise<number | undefined> {
  const row = await db
    .insertInto("quoteEvent")
    .values({ quoteId, kind, text, userId, requestKey: key ?? null, createdAt: at.toISOString() })
    .onConflict((conflict) => conflict.columns(["quoteId", "requestKey"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** The history of a lead, the oldest first, with each author's name and how the mail of a reply fares. */
export async function listEvents(db: Db, quote: Pick<Row<"quote">, "id" | "slug">): Promise<LeadEvent[]> {
  const rows = await db
    .selectFrom("quoteEvent")
    .leftJoin("user", "user.id", "quoteEvent.userId")
    .select(["quoteEvent.id", "kind", "text", "user.fullName", "user.email", "quoteEvent.createdAt"])
    .where("quoteId", "=", quote.id)
    .orderBy("quoteEvent.id")
    .execute();
  const mails = rows.some(({ kind }) => kind === "reply") ? await replyMails(db, quote.slug) : new Map();
  return rows.map(({ fullName, email, ...event }) => {
    const mail = mails.get(event.id);
    return { ...event, author: fullName || email || "", ...(mail && { mail }) };
  });
}

/** The mails that carry a lead's replies, by the number of the reply. */
async function replyMails(db: Db, slug: string): Promise<Map<number, MailState>> {
  const rows = await db
    .selectFrom("outbox")
    .select(["eventId", "kind", "state", "attempts", "lastError", "sentAt"])
    .where("subject", "=", slug)
    .where("eventId", "is not", null)
    .execute();
  return new Map(
    rows.map(({ eventId, kind, state, attempts, lastError, sentAt }) => [
      eventId ?? 0,
      { kind, state, attempts, ...(lastError !== null && { lastError }), ...(sentAt !== null && { sentAt }) },
    ]),
  );
}

/** The notes on quotes, by the quote's number, the oldest first. */
export async function notesOf(db: Db, quoteIds: number[]): Promise<Map<number, string[]>> {
  const notes = new Map<number, string[]>();
  if (quoteIds.length === 0) return notes;
  const rows = await db
    .selectFrom("quoteEvent")
    .select(["quoteId", "text"])
    .where("quoteId", "in", quoteIds)
    .where("kind", "=", "note")
    .orderBy("id")
    .execute();
  for (const { quoteId, text } of rows) notes.set(quoteId, [...(notes.get(quoteId) ?? []), text]);
  return notes;
}

/** The words of a reply; nothing when it has been erased. */
export async function findReply(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("quoteEvent")
    .select("text")
    .where("id", "=", id)
    .where("kind", "=", "reply")
    .executeTakeFirst();
  return row?.text;
}
