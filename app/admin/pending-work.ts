import type { Overview } from "#app/features/overview/overview.contract.ts";
import type { Today } from "#app/features/overview/today.contract.ts";
import { formatLeadCount } from "#app/shared/lead-count.ts";

/** Short phrases for pending work: "3 unanswered leads", "mail is not being delivered", "2 things left to set up". */
export function pendingWork(today: Today, overview: Overview): string[] {
  const { count } = today.unanswered;
  const troubles = new Set(overview.alerts.map(({ kind }) => troubleOf[kind]));
  return [
    ...(count > 0 ? [`${formatLeadCount(count)} unanswered ${count === 1 ? "lead" : "leads"}`] : []),
    ...(today.nextSteps.length > 0
      ? [`${today.nextSteps.length} next ${today.nextSteps.length === 1 ? "step is" : "steps are"} due`]
      : []),
    ...(today.drafts.overdue > 0
      ? [`${today.drafts.overdue} ${today.drafts.overdue === 1 ? "draft is" : "drafts are"} overdue`]
      : []),
    ...(today.answers.count > 0
      ? [
          `${formatLeadCount(today.answers.count)} ${today.answers.count === 1 ? "answer of a client" : "answers of clients"}`,
        ]
      : []),
    ...troubles,
    ...(overview.tasks.length > 0
      ? [`${overview.tasks.length} ${overview.tasks.length === 1 ? "thing" : "things"} left to set up`]
      : []),
  ];
}

const troubleOf = {
  database: "the database is damaged",
  disk: "the disk is nearly full",
  mail: "mail is not being delivered",
  pictures: "the storage for pictures does not work",
  worker: "the background worker has stopped",
  backup: "the last backup failed or is out of date",
} as const;
