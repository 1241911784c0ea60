import { sql } from "kysely";
import { userNames } from "#app/platform/accounts/user-name.repository.server.ts";
import { countOpenAnswers, listOpenAnswers } from "#app/platform/content/approval.repository.server.ts";
import { titlesBySlug } from "#app/platform/content/content.repository.server.ts";
import { findContentType } from "#app/platform/content/content-types.ts";
import { countWaitingDrafts, listWaitingDrafts } from "#app/platform/content/draft.repository.server.ts";
import { beginningOf } from "#app/shared/beginning.ts";
import { maxCounted } from "#app/shared/lead-count.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import type { Db } from "#db/schema.ts";
import type { Closing, NextStep, Today, WaitingLead } from "./today.contract.ts";

const maxListed = 8;
const messageLength = 200;

const unanswered = (db: Db) =>
  db.selectFrom("quote").where("deletedAt", "is", null).where("status", "=", "new").where("isSpam", "=", 0);

/** Leads that nobody has replied to, in order of arrival. */
export async function findUnanswered(db: Db): Promise<Today["unanswered"]> {
  const rows = await unanswered(db)
    .select(["slug", "fullName", "source", "createdAt"])
    .select(sql<string>`substr(message, 1, ${messageLength + 1})`.as("message"))
    .orderBy("id")
    .limit(maxListed)
    .execute();
  const { count } = await db
    .selectFrom(unanswered(db).select("id").limit(maxCounted).as("some"))
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  const oldest = rows.map(
    (row): WaitingLead => ({
      ...row,
      message: beginningOf(row.message, messageLength),
      reference: leadReference(row.slug),
    }),
  );
  return { count: Number(count), oldest };
}

/** Next steps of leads that are neither won nor lost, due on or before `day` (YYYY-MM-DD). */
export async function findDueSteps(db: Db, day: string): Promise<NextStep[]> {
  const rows = await db
    .selectFrom("quote")
    .select(["slug", "fullName", "nextStep", "nextStepOn"])
    .where("deletedAt", "is", null)
    .where("nextStepOn", "is not", null)
    .where("nextStepOn", "<=", day)
    .where("status", "in", ["new", "replied"])
    .orderBy("nextStepOn")
    .orderBy("id")
    .limit(maxListed)
    .execute();
  return rows.map((row) => ({ ...row, nextStep: row.nextStep ?? "", nextStepOn: row.nextStepOn ?? "" }));
}

/**
 * Published openings that close on or before `day`, without those that had closed by themselves before `today` (both
 * YYYY-MM-DD).
 */
export function findClosing(db: Db, day: string, today: string): Promise<Closing[]> {
  return db
    .selectFrom("job")
    .select(["slug", "title", "closesOn"])
    .where("deletedAt", "is", null)
    .where("published", "=", 1)
    .where("closesOn", "!=", "")
    .where("closesOn", "<=", day)
    .where((eb) => eb.or([eb("closesOn", ">=", today), eb("closesItself", "=", 0)]))
    .orderBy("closesOn")
    .orderBy("id")
    .limit(maxListed)
    .execute();
}

/** Edits that wait to be published, the most overdue first. */
export async function findDrafts(db: Db, now: Date): Promise<Today["drafts"]> {
  const drafts = await listWaitingDrafts(db, maxListed);
  const names = await userNames(
    db,
    drafts.map(({ userId }) => userId),
  );
  const titles = await titlesOf(db, drafts);
  const first = drafts.map(({ userId, updatedAt, ...draft }) => ({
    ...draft,
    title: titles(draft),
    author: (userId !== null && names.get(userId)) || "",
    savedAt: updatedAt,
    isOverdue: draft.publishAt !== null && draft.publishAt <= now.toISOString(),
  }));
  return { ...(await countWaitingDrafts(db, now, maxCounted)), first };
}

/** What clients answered and nobody has marked as done, newest first. */
export async function findAnswers(db: Db): Promise<Today["answers"]> {
  const answers = await listOpenAnswers(db, maxListed);
  const titles = await titlesOf(db, answers);
  const first = answers.map(({ id: _, text, ...answer }) => ({
    ...answer,
    title: titles(answer),
    text: beginningOf(text, messageLength),
  }));
  return { count: await countOpenAnswers(db, maxCounted), first };
}

interface Named {
  noun: string;
  slug: string;
}

/** Titles of entries, as visitors see them. */
async function titlesOf(db: Db, entries: Named[]): Promise<(entry: Named) => string> {
  const titles = new Map<string, string>();
  for (const [noun, some] of Map.groupBy(entries, ({ noun }) => noun)) {
    const type = findContentType(noun);
    const slugs = some.map(({ slug }) => slug);
    for (const [slug, title] of type ? await titlesBySlug(db, type, slugs) : []) titles.set(`${noun}/${slug}`, title);
  }
  return ({ noun, slug }) => titles.get(`${noun}/${slug}`) ?? (noun === "site" ? "Site texts" : "");
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
