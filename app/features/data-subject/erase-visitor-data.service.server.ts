import { holdRestored } from "#app/features/mail/outbox-claim.repository.server.ts";
import { countQuotesBefore, quoteErasure, quotesBefore } from "#app/features/quote/quote-erase.repository.server.ts";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import {
  countSubscriptionsBefore,
  subscriptionErasure,
  subscriptionsBefore,
} from "#app/features/subscription/subscription-erase.repository.server.ts";
import { eraseInvitationsOf } from "#app/features/user/administrators/invitation.repository.server.ts";
import { deleteActivityAbout, insertActivity } from "#app/platform/activity.repository.server.ts";
import { eraseApprovalsOf } from "#app/platform/content/approval.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { type EraseAgain, fingerprint, restoredSetting } from "#app/platform/erased-people.server.ts";
import { markErasure } from "#app/platform/erasure.server.ts";
import { deleteExpired } from "#app/platform/expiry.repository.server.ts";
import { deleteSetting, findSetting } from "#app/platform/setting.repository.server.ts";
import type { Expired, Receipt, RetentionPeriods } from "./data-subject.contract.ts";
import { listEmailKeys } from "./email-key.repository.server.ts";

/** Erases what one feature stores for an email address. @returns the number of rows of each kind */
type Eraser = (db: Db, emailKey: string) => Promise<Partial<Receipt["erased"]>>;

/** One for each feature that stores data of people who are not administrators. */
export const erasers: Eraser[] = [
  async (db, emailKey) => {
    const { count, ...rest } = await quoteErasure.eraseAddress(db, emailKey);
    return { quotes: count, ...rest };
  },
  async (db, emailKey) => {
    const { count, ...rest } = await subscriptionErasure.eraseAddress(db, emailKey);
    return { subscriptions: count, ...rest };
  },
  async (db, emailKey) => ({ approvals: await eraseApprovalsOf(db, emailKey) }),
  async (db, emailKey) => ({ invitations: await eraseInvitationsOf(db, emailKey) }),
  async (db, emailKey) => {
    await deleteActivityAbout(db, emailKey);
    return {};
  },
];

const endOfTime = new Date("9999-12-31T23:59:59Z");

/**
 * After a backup was restored: erases again whoever was erased since it was made, ends every session, invitation and
 * reset link, since it holds those that have been ended or used since then, too, and holds mail to visitors that waited.
 * All of it or nothing; call it before anything is served.
 */
export async function afterRestore({ db, log, now }: Pick<Deps, "db" | "log" | "now">): Promise<void> {
  const stored = await findSetting(db, restoredSetting);
  if (stored === undefined) return;
  const wanted = Object.entries(JSON.parse(stored) as EraseAgain).map(([key, hashes]) => ({
    key,
    hashes: new Set(hashes),
  }));
  await db.transaction().execute(async (trx) => {
    for (const table of ["session", "invitation", "passwordReset"] as const) await deleteExpired(trx, table, endOfTime);
    await holdRestored(trx);
    const found = (await listEmailKeys(trx)).filter((emailKey) =>
      wanted.some(({ key, hashes }) => hashes.has(fingerprint(key, emailKey))),
    );
    for (const emailKey of found) {
      for (const erase of erasers) await erase(trx, emailKey);
      await insertActivity(trx, { kind: "person-erased", subject: "", userId: null, at: now() });
    }
    if (found.length > 0) await markErasure(trx, now());
    await deleteSetting(trx, restoredSetting, stored);
    log.info("site restored: sessions ended, people erased again", { erased: found.length });
  });
}

const dayMs = 24 * 60 * 60_000;

/** Confirmed subscriptions stay until they leave. */
const idleStates: Parameters<typeof subscriptionsBefore>[2] = ["pending", "unconfirmed", "unsubscribed"];

/** The number of rows that `eraseOld` would erase now if these were the periods. */
export async function countExpired({ db, now }: Pick<Deps, "db" | "now">, periods: RetentionPeriods): Promise<Expired> {
  const count = async (days: number, countBefore: (before: Date) => Promise<number>) =>
    days === 0 ? 0 : await countBefore(new Date(now().getTime() - days * dayMs));
  return {
    quotes: await count(periods.quotes, (before) => countQuotesBefore(db, before, false)),
    spam: await count(periods.spam, (before) => countQuotesBefore(db, before, true)),
    subscriptions: await count(periods.subscriptions, (before) => countSubscriptionsBefore(db, before, idleStates)),
  };
}

/**
 * Erases everything older than the site's settings allow; 0 days means keep forever. The privacy page shows the same
 * settings.
 */
export async function eraseOld(deps: Pick<Deps, "db" | "now" | "log">): Promise<void> {
  const { privacy } = await readSiteContent(deps);
  const { erase: leads } = quoteErasure;
  const { erase: addresses } = subscriptionErasure;
  const received =
    (isSpam: boolean): Find =>
    (db, before, among) =>
      quotesBefore(db, before, isSpam, among);
  const idle: Find = (db, before, among) => subscriptionsBefore(db, before, idleStates, among);
  await eraseBefore(deps, "quotes", privacy.keepQuotesDays, received(false), leads);
  await eraseBefore(deps, "spam", privacy.keepSpamDays, received(true), leads);
  await eraseBefore(deps, "subscriptions", privacy.keepSubscriptionsDays, idle, addresses);
}

/** `among`: those of them that still are to be erased, until the transaction ends. */
type Find = (db: Db, before: Date, among?: string[]) => Promise<string[]>;

async function eraseBefore(
  deps: Pick<Deps, "db" | "now" | "log">,
  kind: string,
  days: number,
  find: Find,
  erase: (db: Db, slugs: string[]) => Promise<{ count: number }>,
): Promise<void> {
  const { db, now, log } = deps;
  if (days === 0) return;
  const before = new Date(now().getTime() - days * dayMs);
  for (;;) {
    const found = await find(db, before);
    if (found.length === 0) return;
    const erased = await db.transaction().execute(async (trx) => {
      // Somebody may have kept one since, as by marking it as no spam.
      const slugs = await find(trx, before, found);
      if (slugs.length === 0) return 0;
      await insertActivity(trx, { kind: "expired", subject: `${slugs.length} ${kind}`, userId: null, at: now() });
      const { count } = await erase(trx, slugs);
      await markErasure(trx, now());
      return count;
    });
    if (erased > 0) log.info("expired entries erased", { kind, erased });
  }
}
