import { mailStates } from "#app/features/mail/outbox.repository.server.ts";
import { listInbox, type Shown } from "#app/platform/inbox/inbox-rows.repository.server.ts";
import type { ListStream } from "#app/platform/list-stream.ts";
import { mailboxKey, spellingsOf } from "#app/platform/mailbox-key.server.ts";
import { arrival, countRows, holds, keepWords, withWords } from "#app/platform/search.repository.server.ts";
import { randomName } from "#app/platform/secret.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { MailState } from "#app/shared/mail-state.ts";
import { slugsIn } from "#app/shared/rows.ts";
import { indexedWords, searchWords } from "#app/shared/search-words.ts";
import type { Db, Row } from "#db/schema.ts";
import type { Subscription, SubscriptionQuery } from "./subscription.contract.ts";

export type SubscriptionRow = Row<"subscription">;

type State = SubscriptionRow["state"];

/** Its owner may have decided before, when it was asked another time. */
export const isUndecided = (state: State): boolean => state === "pending" || state === "unconfirmed";

/** Newest first, by order of arrival rather than by the clock. `hasMail`: whether a mail server is set up. */
export async function listSubscriptions(
  db: Db,
  which: SubscriptionQuery,
  hasMail: boolean,
): Promise<ListStream<Subscription>> {
  const shown = await shownSubscriptions(db, which);
  const toEntries = (rows: SubscriptionRow[]) => withMail(db, rows, hasMail);
  return listInbox(db, "subscription", which, shown, toEntries, () => {
    const trash = db.selectFrom("subscription").where("deletedAt", "is not", null);
    const isWhole = !(which.q?.trim() || which.state);
    return countRows(db, shown.rows, isWhole ? { table: "subscription", but: [trash] } : undefined);
  });
}

export type SubscriptionFilter = Pick<SubscriptionQuery, "state" | "q">;

export const shownSubscriptions = async (db: Db, which: SubscriptionFilter): Promise<Shown> => ({
  rows: filtered(db, which),
  id: arrival(db, "subscription", searchWords(which.q ?? "")),
});

function filtered(db: Db, { state, q }: SubscriptionFilter) {
  let live = db.selectFrom("subscription").where("subscription.deletedAt", "is", null);
  if (state) live = live.where("state", "=", state);
  const typed = q?.trim();
  if (!typed) return live;
  const words = searchWords(typed);
  // Text without letters or digits is found by scanning every row.
  if (words.length === 0) return live.where((eb) => holds(db, [eb.ref("email")], typed));
  return withWords(db, "subscription", live, words);
}

/** `hasMail`: whether a mail server is set up. @throws AppError `not_found` */
export async function getSubscription(db: Db, slug: string, hasMail: boolean): Promise<Subscription> {
  const row = await findSubscription(db, { slug });
  if (!row) throw new AppError("not_found", "This subscription does not exist or has been deleted.");
  const [subscription] = await withMail(db, [row], hasMail);
  return subscription as Subscription;
}

export async function findSubscription(
  db: Db,
  by: { slug: string } | { emailKey: string },
): Promise<SubscriptionRow | undefined> {
  const live = db.selectFrom("subscription").selectAll().where("deletedAt", "is", null);
  const found = "slug" in by ? live.where("slug", "=", by.slug) : live.where("emailKey", "=", by.emailKey);
  return found.executeTakeFirst();
}

/** The rows of the address to which a mail with this token was sent, those in the trash too. */
export function subscriptionsOf(db: Db, token: string): Promise<SubscriptionRow[]> {
  return db
    .selectFrom("subscription")
    .selectAll()
    .where("emailKey", "=", (eb) =>
      eb.selectFrom("subscription as sent").select("sent.emailKey").where("token", "=", token),
    )
    .orderBy("id")
    .execute();
}

/** Stores an address once. @returns its row, or nothing if it already exists, in any letter case */
export async function insertSubscription(
  db: Db,
  email: string,
  state: State,
  at: Date,
): Promise<SubscriptionRow | undefined> {
  const row = await db
    .insertInto("subscription")
    .values({
      slug: randomName(),
      email,
      emailKey: mailboxKey(email),
      state,
      token: randomName(32),
      createdAt: at.toISOString(),
      confirmedAt: null,
      unsubscribedAt: null,
      deletedAt: null,
    })
    .onConflict((conflict) => conflict.column("emailKey").where("deletedAt", "is", null).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) await insertWords(db, { slug: row.slug, words: indexedWords(...spellingsOf(email)).join(" ") });
  return row;
}

const insertWords = keepWords("subscription");

/**
 * Sets the state, but only if it is one of `from`. An address that is asked, again too, counts as received then: how long
 * it is kept begins anew.
 * @returns whether it was
 */
export async function moveSubscription(db: Db, id: number, from: State[], to: State, at: Date): Promise<boolean> {
  const time = at.toISOString();
  const done = await db
    .updateTable("subscription")
    .set({
      state: to,
      ...(to === "confirmed" && { confirmedAt: time, unsubscribedAt: null }),
      ...(to === "unsubscribed" && { unsubscribedAt: time }),
      ...((to === "pending" || to === "unconfirmed") && { createdAt: time }),
    })
    .where("id", "=", id)
    .where("state", "in", from)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

async function withMail(db: Db, rows: SubscriptionRow[], hasMail: boolean): Promise<Subscription[]> {
  const mails = await mailStates(db, slugsIn(rows));
  return rows.map((row) => toSubscription(row, mails.get(row.slug) ?? [], hasMail));
}

function toSubscription(
  { slug, email, state, createdAt, confirmedAt, unsubscribedAt }: SubscriptionRow,
  mail: MailState[],
  hasMail: boolean,
): Subscription {
  return {
    slug,
    email,
    state,
    createdAt,
    ...(confirmedAt !== null && !isUndecided(state) && { confirmedAt }),
    ...(unsubscribedAt !== null && !isUndecided(state) && { unsubscribedAt }),
    canAsk: hasMail && isUndecided(state),
    mail,
  };
}
