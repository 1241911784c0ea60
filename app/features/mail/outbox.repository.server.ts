import { sql } from "kysely";
import { countRows } from "#app/platform/search.repository.server.ts";
import type { MailState } from "#app/shared/mail-state.ts";
import { chunksOf } from "#app/shared/rows.ts";
import { dialectOf } from "#db/dialect.ts";
import type { Db, Row } from "#db/schema.ts";

// Queued mail as features and administrators see it; sending is in outbox-claim.repository.

/**
 * The column that holds what a mail is about, everywhere else called its reference: it is not the subject line. It
 * keeps its name, under which the builds before read and write it while instances are replaced one after the other.
 */
export const referenceColumn = "subject";
export const asReference = `${referenceColumn} as reference` as const;

export interface QueuedMail {
  kind: string;
  /** What the mail is about: the slug of its lead. */
  reference: string;
  messageId: string;
  recipientHash: string | null;
  /** The event of the lead that it carries, if there are several. */
  eventId: number | null;
  /** ISO 8601, UTC. */
  dueAt: string;
}

export async function insertMail(db: Db, mails: QueuedMail[], at: Date): Promise<void> {
  const now = at.toISOString();
  const rows = mails.map(({ reference, ...mail }) => ({
    ...mail,
    [referenceColumn]: reference,
    state: "waiting" as const,
    attempts: 0,
    claimedBy: null,
    isServerFault: 0 as const,
    lastError: null,
    triedAt: null,
    createdAt: now,
    sentAt: null,
  }));
  if (rows.length > 0) await db.insertInto("outbox").values(rows).execute();
}

/**
 * How many mails were queued for an address between two times, counting up to `most`. Until the transaction ends, no
 * other process can queue one for it; SQLite has only one writer anyway.
 */
export async function countQueued(
  db: Db,
  recipientHash: string,
  [since, until]: [Date, Date],
  most: number,
): Promise<number> {
  if (dialectOf(db) === "postgres")
    await sql`select pg_advisory_xact_lock(hashtextextended(${recipientHash}, 0))`.execute(db);
  const rows = await db
    .selectFrom("outbox")
    .select("id")
    .where("recipientHash", "=", recipientHash)
    .where("createdAt", ">", since.toISOString())
    .where("createdAt", "<=", until.toISOString())
    .limit(most)
    .execute();
  return rows.length;
}

/** How long a receipt is sent, as long as mail is retried: a later one would only puzzle the visitor. */
export const receiptMs = 3 * 24 * 60 * 60_000;

/**
 * Makes waiting or failed mail due now: for one lead, or all but receipts that have failed long ago.
 * @returns how many
 */
export async function retryMail(db: Db, at: Date, reference?: string): Promise<number> {
  let again = db
    .updateTable("outbox")
    .set({ state: "waiting", attempts: 0, dueAt: at.toISOString(), isServerFault: 0 })
    .where("state", "in", ["waiting", "failed"])
    .where("claimedBy", "is", null);
  const since = new Date(at.getTime() - receiptMs).toISOString();
  if (reference !== undefined) again = again.where(referenceColumn, "=", reference);
  else
    again = again.where((eb) =>
      eb.or([eb("kind", "!=", "quote-receipt"), eb("state", "=", "waiting"), eb("createdAt", ">", since)]),
    );
  return Number((await again.executeTakeFirst()).numUpdatedRows);
}

/**
 * Deletes unsent mail queued for these leads, except replies, which a person has written, as the history says, and what
 * tells of a new owner: that waits to see whether it is still to be sent.
 */
export async function cancelMail(db: Db, ...references: string[]): Promise<void> {
  if (references.length === 0) return;
  await db
    .deleteFrom("outbox")
    .where(referenceColumn, "in", references)
    .where("kind", "not in", ["quote-reply", "quote-owner"])
    .where("state", "!=", "sent")
    .execute();
}

/** Deletes all mail about these leads. @returns how many */
export async function deleteMail(db: Db, references: string[]): Promise<number> {
  if (references.length === 0) return 0;
  return Number(
    (await db.deleteFrom("outbox").where(referenceColumn, "in", references).executeTakeFirst()).numDeletedRows,
  );
}

/** The most recent mail of a kind that was queued for a lead. */
export function findMail(db: Db, reference: string, kind: string): Promise<Row<"outbox"> | undefined> {
  return db
    .selectFrom("outbox")
    .selectAll()
    .where(referenceColumn, "=", reference)
    .where("kind", "=", kind)
    .orderBy("id", "desc")
    .executeTakeFirst();
}

/** The states of the leads' mail, by slug. */
export async function mailStates(db: Db, references: string[]): Promise<Map<string, MailState[]>> {
  const states = new Map<string, MailState[]>(references.map((reference) => [reference, []]));
  // Databases limit the number of parameters per statement.
  for (const some of chunksOf(references, 1_000)) {
    const rows = await db
      .selectFrom("outbox")
      .select([asReference, "kind", "state", "attempts", "lastError", "sentAt"])
      .where(referenceColumn, "in", some)
      .orderBy("id")
      .execute();
    for (const { reference, ...row } of rows) states.get(reference)?.push(stateOf(row));
  }
  return states;
}

/** The state of the mail that carries each event of a lead, by the event's id. */
export async function mailStatesOfEvents(db: Db, reference: string): Promise<Map<number, MailState>> {
  const rows = await db
    .selectFrom("outbox")
    .select(["eventId", "kind", "state", "attempts", "lastError", "sentAt"])
    .where(referenceColumn, "=", reference)
    .where("eventId", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.eventId ?? 0, stateOf(row)]));
}

const stateOf = ({
  kind,
  state,
  attempts,
  lastError,
  sentAt,
}: Pick<Row<"outbox">, "kind" | "state" | "attempts" | "lastError" | "sentAt">): MailState => ({
  kind,
  state,
  attempts,
  ...(lastError !== null && { lastError }),
  ...(sentAt !== null && { sentAt }),
});

export interface MailCounts {
  waiting: number;
  failed: number;
  lastError: (Pick<Row<"outbox">, "kind" | "lastError" | "triedAt"> & { reference: string }) | undefined;
  lastSentAt: string | undefined;
}

/** How many mails wait and how many have failed; the newest error among them, and when a mail was last sent. */
export async function countMail(db: Db): Promise<MailCounts> {
  const counts = await db
    .selectFrom("outbox")
    .select(["state", (eb) => eb.fn.countAll().as("count")])
    .where("state", "in", ["waiting", "failed"])
    .groupBy("state")
    .execute();
  const of = (state: string) => Number(counts.find((row) => row.state === state)?.count ?? 0);
  const lastError = await db
    .selectFrom("outbox")
    .select(["kind", asReference, "lastError", "triedAt"])
    .where("state", "in", ["waiting", "failed"])
    // What was given up without a try has no response of the mail server.
    .where("triedAt", "is not", null)
    .orderBy("triedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  const sent = await db
    .selectFrom("outbox")
    .select("sentAt")
    .where("state", "=", "sent")
    .orderBy("dueAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return { waiting: of("waiting"), failed: of("failed"), lastError, lastSentAt: sent?.sentAt ?? undefined };
}

/**
 * Mail to visitors, and to people whose address somebody has typed: a mailbox that does not exist is not a problem of the
 * site. All other mail is the office's.
 */
export const kindsToVisitors = [
  "quote-receipt",
  "quote-reply",
  "subscription-confirm",
  "user-invitation",
  "approval-request",
];

export interface MailTrouble {
  /** The most recent error. */
  error: string;
  waiting: number;
  failed: number;
}

/**
 * Why mail is not being sent, due to the mail server or to mail for the company: the most recent error, and how many
 * mails are affected.
 */
export async function findMailTrouble(db: Db): Promise<MailTrouble | undefined> {
  const inTrouble = (state: "waiting" | "failed") =>
    db
      .selectFrom("outbox")
      .where("state", "=", state)
      .where("lastError", "is not", null)
      .where((eb) => eb.or([eb("isServerFault", "=", 1), eb("kind", "not in", kindsToVisitors)]));
  const newest = async (state: "waiting" | "failed") =>
    inTrouble(state)
      .select(["lastError", "triedAt"])
      .orderBy("dueAt", "desc")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
  const found = [await newest("waiting"), await newest("failed")].filter((row) => row !== undefined);
  const [last] = found.toSorted((a, b) => (b.triedAt ?? "").localeCompare(a.triedAt ?? ""));
  if (!last) return undefined;
  return {
    error: last.lastError ?? "",
    // Mail queued since then waits too, although it has not been tried yet.
    waiting: await countRows(db, db.selectFrom("outbox").where("state", "=", "waiting")),
    failed: await countRows(db, inTrouble("failed")),
  };
}

/**
 * Such as "The mail server refuses connections; 4 mails wait.": in plain language, without the mail server's own
 * response.
 */
export function mailTroubleText({ error, waiting, failed }: MailTrouble): string {
  const mails = (count: number, one: string, many: string) =>
    count === 1 ? `1 mail ${one}` : `${count.toLocaleString("en-GB")} mails ${many}`;
  const counts = [
    waiting > 0 && mails(waiting, "waits", "wait"),
    failed > 0 && mails(failed, "has failed", "have failed"),
  ].filter((part) => part !== false);
  const words = error.startsWith("The mail server") ? error.replace(/ \(.*$/s, "") : "The mail server reports an error";
  return `${words}; ${counts.join(", ")}.`;
}
