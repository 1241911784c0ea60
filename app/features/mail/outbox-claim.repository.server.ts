import { sql } from "kysely";
import type { Db, Row } from "#db/schema.ts";
import { asReference, kindsToVisitors } from "./outbox.repository.server.ts";

// Sends queued mail. A job is claimed by moving its due time to the end of a lease, with one conditional update that
// works the same on SQLite and PostgreSQL: if several processes see a job, only one gets it.

export interface Job
  extends Pick<
    Row<"outbox">,
    "id" | "kind" | "messageId" | "attempts" | "dueAt" | "createdAt" | "eventId" | "takenBy"
  > {
  /** What the mail is about: the slug of its lead. */
  reference: string;
}

/** One attempt to send one job. */
export interface Claim {
  job: Job;
  /** Identifies the attempt; a process that finds another id in the row has lost the claim. */
  by: string;
}

interface Claiming {
  by: string;
  now: Date;
  leaseUntil: Date;
  /** Due times later than this were set by a clock that has since been set back. */
  horizon: Date;
}

/** The next job that is due. Queried in two steps, each a walk along the index, since thousands may be due at once. */
export async function claimDue(db: Db, claiming: Claiming): Promise<Claim | undefined> {
  const { now, horizon } = claiming;
  const due = () => waiting(db).where("dueAt", "<=", now.toISOString()).orderBy("dueAt").orderBy("id");
  const astray = () => waiting(db).where("dueAt", ">", horizon.toISOString()).orderBy("dueAt").orderBy("id");
  return (await claim(db, claiming, due)) ?? (await claim(db, claiming, astray));
}

/**
 * Any job that is due, or waiting for the mail server, to probe whether it is back. `isAnother`: not the same job as
 * last time, since that one may be what brings the server down.
 */
export function claimProbe(db: Db, claiming: Claiming, isAnother: boolean): Promise<Claim | undefined> {
  const { now, horizon } = claiming;
  return claim(db, claiming, () => {
    const candidates = waiting(db).where((eb) =>
      eb.or([
        eb("dueAt", "<=", now.toISOString()),
        eb("dueAt", ">", horizon.toISOString()),
        eb.and([eb("isServerFault", "=", 1), eb("claimedBy", "is", null)]),
      ]),
    );
    return isAnother ? candidates.orderBy(sql`random()`) : candidates.orderBy("dueAt").orderBy("id");
  });
}

const waiting = (db: Db) =>
  db
    .selectFrom("outbox")
    .select(["id", "kind", asReference, "messageId", "attempts", "dueAt", "createdAt", "eventId", "takenBy"])
    .where("state", "=", "waiting");

async function claim(
  db: Db,
  { by, leaseUntil }: Claiming,
  candidates: () => ReturnType<typeof waiting>,
): Promise<Claim | undefined> {
  for (;;) {
    const job = await candidates().limit(1).executeTakeFirst();
    if (!job) return undefined;
    const done = await db
      .updateTable("outbox")
      .set({ claimedBy: by, dueAt: leaseUntil.toISOString() })
      .where("id", "=", job.id)
      .where("state", "=", "waiting")
      .where("dueAt", "=", job.dueAt)
      .executeTakeFirst();
    if (done.numUpdatedRows > 0n) return { job, by };
  }
}

const claimedMail = (db: Db, { job, by }: Claim) =>
  db.updateTable("outbox").where("id", "=", job.id).where("claimedBy", "=", by);

/** Keeps other processes from a claimed mail until `until`. */
export async function renewLease(db: Db, claimed: Claim, until: Date): Promise<void> {
  await claimedMail(db, claimed).set({ dueAt: until.toISOString() }).execute();
}

export async function markSent(db: Db, claimed: Claim, at: Date): Promise<void> {
  const now = at.toISOString();
  await claimedMail(db, claimed)
    .set({
      state: "sent",
      claimedBy: null,
      attempts: claimed.job.attempts + 1,
      sentAt: now,
      triedAt: now,
      lastError: null,
      isServerFault: 0,
    })
    .execute();
}

/** The mail itself was rejected: it is retried at `dueAt`, or never, for those who are not among `takenBy`. */
export async function markRefused(
  db: Db,
  claimed: Claim,
  lastError: string,
  at: Date,
  dueAt: Date | null,
  takenBy = claimed.job.takenBy,
): Promise<void> {
  await claimedMail(db, claimed)
    .set({
      state: dueAt ? "waiting" : "failed",
      claimedBy: null,
      attempts: claimed.job.attempts + 1,
      dueAt: (dueAt ?? at).toISOString(),
      triedAt: at.toISOString(),
      lastError,
      isServerFault: 0,
      takenBy,
    })
    .execute();
}

/** Gives up a claim because the mail server is down; the job keeps its previous due time. */
export async function release(db: Db, claimed: Claim, lastError: string, at: Date): Promise<void> {
  await claimedMail(db, claimed)
    .set({ claimedBy: null, dueAt: claimed.job.dueAt, lastError, triedAt: at.toISOString(), isServerFault: 1 })
    .execute();
}

/** Deletes a mail that is no longer wanted, unless its claim has been lost. */
export async function deleteClaimed(db: Db, { job, by }: Claim): Promise<void> {
  await db.deleteFrom("outbox").where("id", "=", job.id).where("claimedBy", "=", by).execute();
}

/**
 * While the mail server is down, one attempt counts for all jobs that are due. `next`: when a job with that many
 * attempts is due again, and whether mail to visitors has then failed; the office's waits for as long as it takes.
 */
export async function postponeDue(
  db: Db,
  lastError: string,
  at: Date,
  next: (attempts: number) => { dueAt: Date; isOver: boolean },
): Promise<void> {
  const now = at.toISOString();
  const due = await db
    .selectFrom("outbox")
    .select("attempts")
    .distinct()
    .where("state", "=", "waiting")
    .where("dueAt", "<=", now)
    .execute();
  for (const { attempts } of due) {
    const { dueAt, isOver } = next(attempts + 1);
    await db
      .updateTable("outbox")
      .set({
        attempts: attempts + 1,
        ...(isOver && { state: failedToVisitors }),
        dueAt: dueAt.toISOString(),
        claimedBy: null,
        lastError,
        triedAt: now,
        isServerFault: 1,
      })
      .where("state", "=", "waiting")
      .where("dueAt", "<=", now)
      .where("attempts", "=", attempts)
      .execute();
  }
}

const failedToVisitors = sql<
  "failed" | "waiting"
>`case when kind in (${sql.join(kindsToVisitors)}) then 'failed' else 'waiting' end`;

/**
 * The mail server is back: what waited for it is due, and what has failed meanwhile is no trouble of it any more. Its
 * absence counts no longer: a server with a limit is gone again and again, while it takes one mail after the other.
 * `suspect`: the mail with which it went, and which may be why: it comes last, and only so many times.
 */
export async function resumePostponed(db: Db, at: Date, suspect: number): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ isServerFault: 0 })
    .where("state", "=", "failed")
    .where("isServerFault", "=", 1)
    .execute();
  await db
    .updateTable("outbox")
    .set({
      isServerFault: 0,
      dueAt: sql`case when id = ${suspect} then ${at.toISOString()} else ${new Date(at.getTime() - 1).toISOString()} end`,
      attempts: sql`case when id = ${suspect} then attempts else 0 end`,
    })
    .where("state", "=", "waiting")
    .where("isServerFault", "=", 1)
    .where("claimedBy", "is", null)
    .execute();
}

/** Releases claims left behind by a process that died. Only for a database that no other process shares. */
export async function releaseAbandoned(db: Db, at: Date): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ claimedBy: null, dueAt: at.toISOString() })
    .where("state", "=", "waiting")
    .where("claimedBy", "is not", null)
    .execute();
}

/**
 * Mail due since before `since`, when no mail server was configured, is no longer sent automatically. Retrying one by
 * hand sets a new due time.
 */
export async function failOlder(db: Db, since: Date, lastError: string): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ state: "failed", lastError })
    .where("state", "=", "waiting")
    .where("dueAt", "<", since.toISOString())
    .execute();
}

/**
 * After a restore: what waited when the backup was made may have been sent since. Mail to visitors waits for somebody who
 * decides; the office's is sent, since a notice twice is better than a lead that nobody hears of.
 */
export async function holdRestored(db: Db): Promise<void> {
  await db
    .updateTable("outbox")
    .set({
      state: "failed",
      claimedBy: null,
      isServerFault: 0,
      // What the mail server once said is not why.
      triedAt: null,
      lastError: "The site was restored from a backup: this may have been sent since that was made. Retry sends it",
    })
    .where("state", "=", "waiting")
    .where("kind", "in", kindsToVisitors)
    .execute();
}
