import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import { readBackupState } from "#app/platform/backup-state.server.ts";
import { countUnpublished } from "#app/platform/content/content.repository.server.ts";
import { contentTypes } from "#app/platform/content/content-types.ts";
import type { Deps } from "#app/platform/deps.ts";
import { dayIn } from "#app/shared/day.ts";
import { readAlerts } from "./alerts.service.server.ts";
import { openTasks } from "./set-up.service.server.ts";
import type { Alert, Today, Work } from "./today.contract.ts";
import {
  countByDay,
  countNewLeads,
  countNewSubscriptions,
  findAnswers,
  findClosing,
  findDrafts,
  findDueSteps,
  findLeads,
  findUnanswered,
  listSamples,
} from "./today.repository.server.ts";

const dayMs = 24 * 60 * 60 * 1000;
const weeks = 12;
/** How many days ahead a closing opening is shown. */
const closingDays = 14;

/** What is wrong, what waits for the office, and how the site stands. While the database is damaged, what is wrong. */
export async function readToday(deps: Deps): Promise<Today> {
  const alerts = await readAlerts(deps);
  return { alerts, work: deps.damage.found === undefined ? await readWork(deps, alerts) : null };
}

async function readWork(deps: Deps, alerts: Alert[]): Promise<Work> {
  const { db, now } = deps;
  const { company } = await readSiteContent(deps);
  // What staff date is due, or over, by the calendar of the company.
  const localDay = dayIn(company.timeZone, now());
  // Midnight UTC on the first day of the first week; the last week ends today.
  const first = Date.parse(dayOf(now())) - (weeks * 7 - 1) * dayMs;
  const samples = await listSamples(db);
  const unpublished: Work["unpublished"] = {};
  for (const type of contentTypes) unpublished[type.name] = await countUnpublished(db, type);
  return {
    unanswered: await findUnanswered(db, localDay),
    leads: await findLeads(db, localDay),
    nextSteps: await findDueSteps(db, localDay),
    closing: await findClosing(db, dayOf(new Date(Date.parse(localDay) + closingDays * dayMs)), localDay),
    drafts: await findDrafts(db, now()),
    answers: await findAnswers(db),
    weeks: byWeek(first, await countByDay(db, new Date(first))),
    newLeads: await countNewLeads(db, new Date(now().getTime() - 7 * dayMs)),
    newSubscriptions: await countNewSubscriptions(db, new Date(now().getTime() - 7 * dayMs)),
    unpublished,
    tasks: await openTasks(deps, { company, alerts, hasSamples: samples.length > 0 }),
    samples,
    backup: await readBackup(deps, alerts),
  };
}

async function readBackup({ db, config }: Deps, alerts: Alert[]): Promise<Work["backup"]> {
  if (!config.backup) return null;
  const { state } = await readBackupState({ db });
  return { provedAt: state?.provedAt ?? null, isTrouble: alerts.some(({ kind }) => kind === "backup") };
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

function byWeek(first: number, days: Awaited<ReturnType<typeof countByDay>>): Work["weeks"] {
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
