import type { Today } from "#app/features/today/today.contract.ts";
import { formatLeadCount } from "#app/shared/lead-count.ts";
import { maxDue } from "#app/shared/limits.ts";

/** Short phrases for pending work: "3 unanswered leads", "mail is not being delivered", "2 things left to set up". */
export function pendingWork({ alerts, work }: Today): string[] {
  const troubles = alerts.map(({ kind }) => troubleOf[kind]);
  if (!work) return troubles;
  const { unanswered, nextSteps, drafts, answers, tasks } = work;
  const some = (count: number, one: string, many: string, most?: number) =>
    count > 0 ? [`${formatLeadCount(count, most)} ${count === 1 ? one : many}`] : [];
  return [
    ...some(unanswered.count, "unanswered lead", "unanswered leads"),
    ...some(nextSteps.length, "next step is due", "next steps are due", maxDue + 1),
    ...some(drafts.overdue, "draft is overdue", "drafts are overdue"),
    ...some(answers.count, "answer of a client", "answers of clients"),
    ...troubles,
    ...some(tasks.length, "thing left to set up", "things left to set up"),
  ];
}

const troubleOf = {
  database: "something is wrong with the database",
  disk: "the disk is nearly full",
  mail: "mail is not being delivered",
  pictures: "the storage for pictures does not work",
  worker: "the background worker has stopped",
  backup: "the last backup failed or is out of date",
} as const;
