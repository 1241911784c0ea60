import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { dayIn } from "#app/shared/day.ts";
import type { Today } from "./today.contract.ts";
import {
  countByDay,
  findAnswers,
  findClosing,
  findDrafts,
  findDueSteps,
  findLeads,
  findUnanswered,
} from "./today.repository.server.ts";

const dayMs = 24 * 60 * 60 * 1000;
const weeks = 12;
/** How many days ahead a closing opening is shown. */
const closingDays = 14;

/** What waits for the office: leads, next steps, drafts, answers of clients, and openings that close soon. */
export async function readToday(deps: Deps): Promise<Today> {
  const { db, now } = deps;
  const today = dayOf(now());
  // What staff date is due, or over, by the calendar of the company.
  const { company } = await readSiteContent(deps);
  const localDay = dayIn(company.timeZone, now());
  // Midnight UTC on the first day of the first week; the last week ends today.
  const first = Date.parse(today) - (weeks * 7 - 1) * dayMs;
  return {
    unanswered: await findUnanswered(db, localDay),
    leads: await findLeads(db, localDay),
    nextSteps: await findDueSteps(db, localDay),
    closing: await findClosing(db, dayOf(new Date(Date.parse(localDay) + closingDays * dayMs)), localDay),
    drafts: await findDrafts(db, now()),
    answers: await findAnswers(db),
    weeks: byWeek(first, await countByDay(db, new Date(first))),
  };
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

function byWeek(first: number, days: Awaited<ReturnType<typeof countByDay>>): Today["weeks"] {
  const all = Array.from({ length: weeks }, (_, n) => ({
    from: dayOf(new Date(first + n * 7 * dayMs)),
    quote: 0,
    contact: 0,
  }));
  for (const { day, source, count } of days) {
    // If a clock was set back, leads may be dated in the future: they count towards this week.
    const week = all[Math.min(weeks - 1, Math.floor((Date.parse(day) - first) / (7 * dayMs)))];
    if (week) week[source] += count;
  }
  return all;
}
