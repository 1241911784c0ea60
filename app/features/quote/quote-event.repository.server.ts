import { mailStatesOfEvents } from "#app/features/mail/outbox.repository.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { Db, Row } from "#db/schema.ts";
import type { LeadEvent } from "./quote.contract.ts";

// Actions and notes of staff on a lead. Rows are added and never changed; they are deleted with their quote.

type Kind = LeadEvent["kind"];

interface NewEvent {
  quoteId: number;
  kind: Kind;
  text: string;
  userId: number;
  /** The same key for the same quote is stored once. */
  key?: string | undefined;
  at: Date;
}

/**
 * Inserts an event.
 * @returns its id, or nothing if it is there already
 * @throws AppError `conflict` if another text is there under its key
 */
export async function insertEvent(
  db: Db,
  { quoteId, kind, text, userId, key, at }: NewEvent,
): Promise<number | undefined> {
  const row = await db
    .insertInto("quoteEvent")
    .values({ quoteId, kind, text, userId, requestKey: key ?? null, bulkChangeId: null, createdAt: at.toISOString() })
    .onConflict((conflict) => conflict.columns(["quoteId", "requestKey"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row && !(await isStored(db, { quoteId, kind, text, key })))
    throw new AppError(
      "conflict",
      "An earlier text has arrived already, as the history shows. This one is not stored.",
    );
  return row?.id;
}

async function isStored(db: Db, { quoteId, kind, text, key }: Omit<NewEvent, "userId" | "at">): Promise<boolean> {
  const query = db.selectFrom("quoteEvent").select(["kind", "text"]).where("quoteId", "=", quoteId);
  const stored = await query.where("requestKey", "=", key ?? null).executeTakeFirst();
  return stored?.kind === kind && stored.text === text;
}

export async function insertEvents(
  db: Db,
  events: (Omit<NewEvent, "key"> & { bulkChangeId: number })[],
): Promise<void> {
  const rows = events.map(({ at, ...event }) => ({ ...event, requestKey: null, createdAt: at.toISOString() }));
  if (rows.length > 0) await db.insertInto("quoteEvent").values(rows).execute();
}

/** The history of a lead, oldest first, with each author's name and the state of each reply's email. */
export async function listEvents(db: Db, quote: Pick<Row<"quote">, "id" | "slug">): Promise<LeadEvent[]> {
  const rows = await db
    .selectFrom("quoteEvent")
    .leftJoin("user", "user.id", "quoteEvent.userId")
    .select(["quoteEvent.id", "kind", "text", "user.fullName", "user.email", "quoteEvent.createdAt"])
    .where("quoteId", "=", quote.id)
    .orderBy("quoteEvent.id")
    .execute();
  const mails = rows.some(({ kind }) => kind === "reply" || kind === "owner")
    ? await mailStatesOfEvents(db, quote.slug)
    : new Map();
  return rows.map(({ fullName, email, ...event }) => {
    const mail = mails.get(event.id);
    return { ...event, author: fullName || email || "", ...(mail && { mail }) };
  });
}

/** The notes on quotes, by quote id, oldest first. */
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

/** The id of the last reply to the lead that was sent from here. */
export async function lastReply(db: Db, quoteId: number): Promise<number | undefined> {
  const replies = db.selectFrom("quoteEvent").select("id").where("quoteId", "=", quoteId).where("kind", "=", "reply");
  return (await replies.orderBy("id", "desc").limit(1).executeTakeFirst())?.id;
}

export type Reply = Pick<Row<"quote">, "slug" | "fullName" | "email" | "message" | "createdAt"> & { text: string };

/** A reply and its recipient, even if the lead is in the trash; nothing if it has been erased. */
export function findReply(db: Db, eventId: number): Promise<Reply | undefined> {
  return db
    .selectFrom("quoteEvent")
    .innerJoin("quote", "quote.id", "quoteEvent.quoteId")
    .select(["quote.slug", "quote.fullName", "quote.email", "quote.message", "quote.createdAt", "quoteEvent.text"])
    .where("quoteEvent.id", "=", eventId)
    .where("kind", "=", "reply")
    .executeTakeFirst();
}
