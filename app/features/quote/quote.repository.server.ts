import { type SqlBool, sql } from "kysely";
import { mailStates } from "#app/features/mail/outbox.repository.server.ts";
import { listInbox } from "#app/platform/inbox/inbox-rows.repository.server.ts";
import type { ListStream } from "#app/platform/list-stream.ts";
import { mailboxKey, spellingsOf } from "#app/platform/mailbox-key.server.ts";
import { countRows, keepWords, replaceWords } from "#app/platform/search.repository.server.ts";
import { randomName } from "#app/platform/secret.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import type { MailState } from "#app/shared/mail-state.ts";
import { slugsIn } from "#app/shared/rows.ts";
import { indexedWords, phoneWord } from "#app/shared/search-words.ts";
import { beginningOf } from "#app/shared/text/beginning.ts";
import { locked } from "#db/dialect.ts";
import { prepared } from "#db/prepared.ts";
import type { Db, Row } from "#db/schema.ts";
import type { Lead, OfficeQuote, Quote, QuoteInput, QuoteQuery } from "./quote.contract.ts";
import { type FieldName, fieldNames, fieldOf, type MessageValues } from "./quote.form.ts";
import { listEvents } from "./quote-event.repository.server.ts";
import { filtered, type QuoteFilter, type Resolved, resolveSearch, shownBy } from "./quote-filter.repository.server.ts";
import { type Owner, ownersOf } from "./quote-owner.repository.server.ts";

export type QuoteRow = Row<"quote">;

/** Newest first, by order of arrival rather than by the clock. */
export async function listQuotes(db: Db, asked: QuoteQuery): Promise<ListStream<OfficeQuote>> {
  const which = await resolveSearch(db, asked);
  const toEntries = (rows: QuoteRow[]) => toOfficeQuotes(db, rows);
  return listInbox(db, "quote", asked, shownBy(db, which), toEntries, () => countShown(db, which));
}

function countShown(db: Db, which: Resolved<QuoteFilter>): Promise<number> {
  const { q, source, unread, spam, status, owner, slug, receivedFrom, receivedBefore } = which;
  const others = q?.trim() || source || unread !== undefined || spam || status || owner || slug;
  const isWhole = !(others || receivedFrom || receivedBefore);
  return isWhole ? countInbox(db, spam) : countRows(db, filtered(db, which));
}

/** Messages in the inbox: everything not in the trash, with or without suspected spam. */
function countInbox(db: Db, isSpam?: boolean): Promise<number> {
  const all = db.selectFrom("quote");
  const trash = all.where("deletedAt", "is not", null);
  const suspected = all.where("deletedAt", "is", null).where("isSpam", "=", 1);
  const but = isSpam === false ? [trash, suspected] : [trash];
  return countRows(db, filtered(db, { spam: isSpam }), { table: "quote", but });
}

/** @throws AppError `not_found` */
export async function getQuoteRow(db: Db, slug: string): Promise<QuoteRow> {
  return existing(await findQuote(db, slug));
}

/** To be changed: nobody else changes it until the transaction ends. @throws AppError `not_found` */
export async function lockQuoteRow(db: Db, slug: string): Promise<QuoteRow> {
  return existing(await locked(db, withSlug(db, slug)).executeTakeFirst());
}

function existing(row: QuoteRow | undefined): QuoteRow {
  if (!row) throw new AppError("not_found", "This quote does not exist or has been deleted.");
  return row;
}

/** A lead with its history and earlier messages from the same person. @throws AppError `not_found` */
export async function getLead(db: Db, slug: string): Promise<Lead> {
  const row = await getQuoteRow(db, slug);
  // One after the other: a transaction has one connection.
  const [quote] = await toOfficeQuotes(db, [row]);
  const history = await listEvents(db, row);
  const earlier = await listEarlier(db, row);
  return { ...(quote as OfficeQuote), history, earlier };
}

/** Maximum length of the excerpt of an earlier message. */
const beginning = 200;

async function listEarlier(db: Db, { id, emailKey }: QuoteRow): Promise<Lead["earlier"]> {
  const rows = await db
    .selectFrom("quote")
    .select(["slug", "message", "status", "createdAt"])
    .where("emailKey", "=", emailKey)
    .where("id", "<", id)
    .where("deletedAt", "is", null)
    .orderBy("id", "desc")
    .limit(20)
    .execute();
  return rows.map(({ slug, message, ...rest }) => ({
    slug,
    reference: leadReference(slug),
    message: beginningOf(message, beginning, ""),
    ...rest,
  }));
}

/** A lead that is not in the trash. */
export const findQuote = (db: Db, slug: string): Promise<QuoteRow | undefined> => withSlug(db, slug).executeTakeFirst();

const withSlug = (db: Db, slug: string) =>
  db.selectFrom("quote").selectAll().where("slug", "=", slug).where("deletedAt", "is", null);

/** `spamReason`: why it is suspected to be spam, or `null`. */
export async function insertQuote(db: Db, input: QuoteInput, spamReason: string | null, at: Date): Promise<Quote> {
  const row: NewQuote = {
    ...fieldsOf((name) => input[name] || null),
    slug: randomName(),
    emailKey: mailboxKey(input.email),
    source: input.phoneNumber ? "contact" : "quote",
    isSpam: spamReason === null ? 0 : 1,
    spamReason,
    readAt: null,
    createdAt: at.toISOString(),
    deletedAt: null,
  };
  await insertRow(db, row);
  await insertWords(db, { slug: row.slug, words: wordsOf(row) });
  return toQuote(row);
}

/** What the visitor's fields are in a row: the values by the fields' names. */
const fieldsOf = (value: (name: FieldName) => string | null) =>
  Object.fromEntries(fieldNames.map((name) => [name, value(name)])) as Pick<QuoteRow, FieldName>;

/** The search words of a quote. A phone number can also be found without its spaces, and in its other form. */
function wordsOf(row: MessageValues, notes: string[] = []): string {
  const texts = fieldNames.flatMap((name) => {
    const value = row[name] ?? "";
    const { kind } = fieldOf(name);
    if (kind === "email") return spellingsOf(value);
    return kind === "phone" ? [value, value.replace(/\D/g, ""), phoneWord(value) ?? ""] : [value];
  });
  return indexedWords(...texts, ...notes).join(" ");
}

export async function indexNotes(db: Db, row: QuoteRow): Promise<void> {
  const notes = await db
    .selectFrom("quoteEvent")
    .select("text")
    .where("quoteId", "=", row.id)
    .where("kind", "in", ["note", "reply", "next-step"])
    .execute();
  await replaceWords(
    db,
    "quote",
    row.id,
    wordsOf(
      row,
      notes.map(({ text }) => text),
    ),
  );
}

/** Spam reason of a quote that staff marked as spam. */
export const markedByOffice = "Marked by the office.";

/** A newly arrived quote: staff set the other columns later. */
type NewQuote = Omit<QuoteRow, "id" | "status" | "ownerId" | "nextStep" | "nextStepOn" | "spamSince">;

// Without `returning`, which costs SQLite 90 µs instead of 15.
const insertRow = prepared((db, row: NewQuote) =>
  db.insertInto("quote").values({
    ...fieldsOf((name) => row[name]),
    slug: row.slug,
    emailKey: row.emailKey,
    source: row.source,
    isSpam: row.isSpam,
    spamReason: row.spamReason,
    readAt: row.readAt,
    createdAt: row.createdAt,
    deletedAt: row.deletedAt,
  }),
);

const insertWords = keepWords("quote");

/** Updates the given columns. */
export async function updateQuote(
  db: Db,
  slug: string,
  values: Partial<Omit<QuoteRow, "id" | "slug" | "deletedAt">>,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await db.updateTable("quote").set(values).where("slug", "=", slug).where("deletedAt", "is", null).execute();
}

/**
 * Leads whose answer by mail has failed for good are unanswered again, unless they have been answered since, or somebody
 * has set their status.
 */
export async function reopenUndelivered(db: Db): Promise<void> {
  // A mail that was given up without a try has been due since it was written.
  const isLast = sql<SqlBool>`not exists (
    select 1 from quote_event as later where later.quote_id = answered.id and (
      (later.kind = 'reply' and later.id > outbox.event_id) or
      (later.kind = 'status' and later.created_at > coalesce(outbox.tried_at, outbox.due_at))))`;
  await db
    .updateTable("quote")
    .set({ status: "new" })
    .where("status", "=", "replied")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("outbox")
        .innerJoin("quote as answered", "answered.slug", "outbox.subject")
        .select("answered.id")
        .where("outbox.kind", "=", "quote-reply")
        .where("outbox.state", "=", "failed")
        .where(isLast),
    )
    .execute();
}

/**
 * `newest`: of those in the trash too, where one that is restored is not new. `fresh`: quotes newer than `since` that are
 * not suspected; 0 if `since` is absent.
 */
export async function countQuotes(db: Db, since: string | undefined) {
  const live = db.selectFrom("quote").where("deletedAt", "is", null);
  const wanted = live.where("isSpam", "=", 0);
  const newest = await db
    .selectFrom("quote")
    .select("slug")
    .where("id", "=", (eb) => eb.selectFrom("quote").select(({ fn }) => fn.max("id").as("id")))
    .executeTakeFirst();
  const known =
    since === undefined
      ? undefined
      : await db.selectFrom("quote").select("id").where("slug", "=", since).executeTakeFirst();
  return {
    total: await countInbox(db),
    unread: await countRows(db, wanted.where("readAt", "is", null)),
    spam: await countRows(db, live.where("isSpam", "=", 1)),
    ...(newest && { newest: newest.slug }),
    fresh: known ? await countRows(db, wanted.where("id", ">", known.id)) : 0,
  };
}

/** The id of the newest quote that the filter has held back; `undefined` if there is none. */
export async function newestSuspected(db: Db): Promise<number | undefined> {
  const newest = heldBack(db, { spam: true }).select("id").orderBy("id", "desc").limit(1);
  return (await newest.executeTakeFirst())?.id;
}

/** The number of quotes newer than this id that the filter has held back, and that are unread and not deleted. */
export function countSuspected(db: Db, after: number): Promise<number> {
  return countRows(db, heldBack(db, { spam: true, unread: true }).where("id", ">", after));
}

const heldBack = (db: Db, which: QuoteFilter) =>
  filtered(db, which).where("spamReason", "is distinct from", markedByOffice);

async function toOfficeQuotes(db: Db, rows: QuoteRow[]): Promise<OfficeQuote[]> {
  const mails = await mailStates(db, slugsIn(rows));
  const owners = await ownersOf(db, rows);
  return rows.map((row) => toOfficeQuote(row, mails.get(row.slug) ?? [], owners));
}

export function toQuote(row: NewQuote): Quote {
  const { slug, source, createdAt } = row;
  const filled = fieldNames.filter((name) => row[name] !== null).map((name) => [name, row[name]]);
  return { slug, ...Object.fromEntries(filled), source, createdAt };
}

function toOfficeQuote(row: QuoteRow, mail: MailState[], owners: Map<number, Owner>): OfficeQuote {
  const { slug, status, ownerId, nextStep, nextStepOn, readAt, isSpam, spamReason } = row;
  const owner = owners.get(ownerId ?? 0);
  return {
    ...toQuote(row),
    reference: leadReference(slug),
    status,
    ...(owner && { owner }),
    ...(nextStep !== null && { nextStep }),
    ...(nextStepOn !== null && { nextStepOn }),
    ...(readAt !== null && { readAt }),
    isSpam: Boolean(isSpam),
    ...(isSpam && spamReason !== null && { spamReason }),
    mail,
  };
}
