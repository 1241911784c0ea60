import { sql } from "kysely";
import { userNames } from "#app/platform/accounts/user-name.repository.server.ts";
import { contentTable } from "#app/platform/content/content-row.repository.server.ts";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { entryTitles } from "#app/platform/content/entry-titles.repository.server.ts";
import { countOpenAnswers, listOpenAnswers } from "#app/platform/content/open-answers.repository.server.ts";
import { countWaitingDrafts, listWaitingDrafts } from "#app/platform/content/waiting-drafts.repository.server.ts";
import { countRows } from "#app/platform/search.repository.server.ts";
import { maxCounted } from "#app/shared/lead-count.ts";
import { maxDue } from "#app/shared/limits.ts";
import { beginningOf } from "#app/shared/text/beginning.ts";
import type { Db, LeadStatus } from "#db/schema.ts";
import type { Closing, ListedLead, NextStep, Work } from "./today.contract.ts";

const maxListed = 8;
const maxNewest = 5;
const messageLength = 200;

const wanted = (db: Db) => db.selectFrom("quote").where("deletedAt", "is", null).where("isSpam", "=", 0);

const withStatus = (db: Db, status: "new" | "replied") => wanted(db).where("status", "=", status);

/** Leads that nobody has replied to, in order of arrival. `day`: today, YYYY-MM-DD. */
export async function findUnanswered(db: Db, day: string): Promise<Work["unanswered"]> {
  const oldest = withStatus(db, "new").orderBy("id").limit(maxListed);
  return { count: await countSome(db, withStatus(db, "new")), oldest: await listed(oldest, day) };
}

/** The newest leads, and how many there are. `day`: today, YYYY-MM-DD. */
export async function findLeads(db: Db, day: string): Promise<Work["leads"]> {
  return {
    count: await countSome(db, wanted(db)),
    answered: await countSome(db, withStatus(db, "replied")),
    newest: await listed(wanted(db).orderBy("id", "desc").limit(maxNewest), day),
  };
}

/** Leads received since then, without suspected spam. */
export const countNewLeads = (db: Db, since: Date): Promise<number> =>
  countRows(db, wanted(db).where("createdAt", ">=", since.toISOString()));

const countSome = (db: Db, leads: ReturnType<typeof wanted>): Promise<number> =>
  countRows(db, db.selectFrom(leads.select("id").limit(maxCounted).as("some")));

async function listed(leads: ReturnType<typeof wanted>, day: string): Promise<ListedLead[]> {
  const rows = await leads
    .select(["slug", "fullName", "createdAt", "status", "nextStepOn", ownerName])
    .select(sql<string>`substr(message, 1, ${messageLength + 1})`.as("message"))
    .execute();
  return rows.map(({ status, nextStepOn, message, ...row }) => ({
    ...row,
    message: beginningOf(message, messageLength),
    step: stepOf(status, nextStepOn !== null && nextStepOn <= day),
  }));
}

function stepOf(status: LeadStatus, isStepDue: boolean): ListedLead["step"] {
  if (status === "won" || status === "lost") return status;
  return status === "new" || isStepDue ? "ours" : "theirs";
}

/** Name of a lead's owner, or their address where they have none; `null` if there is none or they were removed. */
const ownerName = sql<
  string | null
>`(select coalesce(nullif("user".full_name, ''), "user".email) from "user" where "user".id = quote.owner_id)`.as(
  "owner",
);

/** Next steps of leads that are neither won nor lost, due on or before `day` (YYYY-MM-DD). */
export async function findDueSteps(db: Db, day: string): Promise<NextStep[]> {
  const rows = await wanted(db)
    .select(["slug", "fullName", "nextStep", "nextStepOn", ownerName])
    .where("nextStepOn", "is not", null)
    .where("nextStepOn", "<=", day)
    .where("status", "in", ["new", "replied"])
    .orderBy("nextStepOn")
    .orderBy("id")
    .limit(maxDue + 1)
    .execute();
  return rows.map((row) => ({ ...row, nextStep: row.nextStep ?? "", nextStepOn: row.nextStepOn ?? "" }));
}

/**
 * Published openings that close on or before `day`, without those that had closed by themselves before `today` (both
 * YYYY-MM-DD).
 */
export async function findClosing(db: Db, day: string, today: string): Promise<Closing[]> {
  const rows = await db
    .selectFrom("job")
    .select(["slug", "title", "closesOn"])
    .where("deletedAt", "is", null)
    .where("published", "=", 1)
    .where("closesOn", "!=", "")
    .where("closesOn", "<=", day)
    .where((eb) => eb.or([eb("closesOn", ">=", today), eb("closesItself", "=", 0)]))
    .orderBy("closesOn")
    .orderBy("id")
    .limit(maxDue + 1)
    .execute();
  return rows.map((row) => ({ ...row, isOver: row.closesOn < today }));
}

/** Edits that wait to be published, the most overdue first. */
export async function findDrafts(db: Db, now: Date): Promise<Work["drafts"]> {
  const drafts = await listWaitingDrafts(db, maxListed);
  const names = await userNames(
    db,
    drafts.map(({ userId }) => userId),
  );
  const titleOf = await entryTitles(db, drafts);
  const first = drafts.map(({ userId, updatedAt, ...draft }) => ({
    ...draft,
    title: titleOf(draft),
    author: names.get(userId) ?? "",
    savedAt: updatedAt,
    isOverdue: draft.publishAt !== null && draft.publishAt <= now.toISOString(),
  }));
  return { ...(await countWaitingDrafts(db, now, maxCounted)), first };
}

/** What clients answered and nobody has marked as done, newest first. */
export async function findAnswers(db: Db): Promise<Work["answers"]> {
  const answers = await listOpenAnswers(db, maxListed);
  const titleOf = await entryTitles(db, answers);
  const first = answers.map(({ id: _, text, ...answer }) => ({
    ...answer,
    title: titleOf(answer),
    text: beginningOf(text, messageLength),
  }));
  return { count: await countOpenAnswers(db, maxCounted), first };
}

/** Number of leads that are not suspected spam, per form and day (YYYY-MM-DD in UTC), since a time. */
export async function countByDay(
  db: Db,
  since: Date,
): Promise<{ day: string; source: "quote" | "contact"; count: number }[]> {
  const day = sql<string>`substr(created_at, 1, 10)`;
  const rows = await db
    .selectFrom("quote")
    .select((eb) => [
      day.as("day"),
      "source",
      // Not a condition: SQLite would then read the whole inbox by an index on it.
      eb.fn.count(eb.case().when("isSpam", "=", 0).then(1).end()).as("count"),
    ])
    .where("createdAt", ">=", since.toISOString())
    .where("deletedAt", "is", null)
    .groupBy([day, "source"])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) })).filter(({ count }) => count > 0);
}

export function countNewSubscriptions(db: Db, since: Date): Promise<number> {
  const live = db.selectFrom("subscription").where("deletedAt", "is", null);
  return countRows(db, live.where("createdAt", ">=", since.toISOString()));
}

/** The samples that came with the site and have been neither confirmed nor replaced, in the editors' order. */
export async function listSamples(db: Db): Promise<Work["samples"]> {
  const samples: Work["samples"] = [];
  for (const type of contentTypes.filter(({ fields }) => "isSample" in fields)) {
    const rows = await db
      .selectFrom(contentTable(type))
      .select(["slug", `${type.title as "question"} as title`])
      .where("isSample" as "published", "=", 1)
      .where("deletedAt", "is", null)
      .orderBy("position")
      .orderBy("id")
      .execute();
    samples.push(...rows.map((row) => ({ noun: type.name, ...row })));
  }
  return samples;
}
