import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { usePublishDraft } from "#app/features/draft/draft.queries.ts";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { listPath } from "#app/shared/content-type.ts";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { Pane, Panes } from "#app/ui/admin/screen/pane.tsx";
import { Screen } from "#app/ui/admin/screen/screen.tsx";
import { Alerts } from "./alerts.tsx";
import { LastBackup } from "./last-backup.tsx";
import { LeadChart } from "./lead-chart.tsx";
import { SetUpTasks } from "./set-up-tasks.tsx";
import type { Work } from "./today.contract.ts";
import styles from "./today.module.css";
import { downloadBackup, todayView } from "./today.queries.ts";
import { Answers, Drafts, NewestLeads, NextSteps, Openings, Unanswered } from "./work-lists.tsx";

/** What to do next, and below it how the site stands. */
export default function TodayPage() {
  const { data, error, refetch } = useQuery(todayView());
  return (
    <Screen heading="Today" subline="What needs attention, oldest first, and how the site stands." isNarrow>
      {error && <Failure text="Today could not be loaded." error={error} onRetry={refetch} />}
      {!data && !error && <Placeholder layout="rows" />}
      {data && (
        <Panes>
          <Alerts alerts={data.alerts} />
          {data.work && (
            <AllWork work={data.work} mailTrouble={data.alerts.find(({ kind }) => kind === "mail")?.message} />
          )}
        </Panes>
      )}
    </Screen>
  );
}

function AllWork({ work, mailTrouble }: { work: Work; mailTrouble: string | undefined }) {
  const setUp = <SetUpTasks open={work.tasks} samples={work.samples} mailTrouble={mailTrouble} />;
  return (
    <>
      <Unanswered {...work.unanswered} />
      {/* Else all of them stand above. */}
      {work.leads.count > work.unanswered.oldest.length && <NewestLeads {...work.leads} />}
      <NextSteps steps={work.nextSteps} />
      <Drafts {...work.drafts} publish={usePublishDraft()} />
      <Answers {...work.answers} />
      <Openings openings={work.closing} />
      {work.tasks.length > 0 && setUp}
      <div className={`stack gap-20 ${styles.pair}`}>
        <Figures {...work} />
        <Pane id="weeks" heading="Leads by week" lead="Without suspected spam.">
          <LeadChart weeks={work.weeks} />
        </Pane>
      </div>
      {work.backup && <LastBackup backup={work.backup} download={downloadBackup} />}
      {work.tasks.length === 0 && setUp}
    </>
  );
}

function Figures({ newLeads, newSubscriptions, unpublished }: Work) {
  const lists = contentTypes.filter(({ name }) => unpublished[name]);
  const hidden = lists.reduce((sum, { name }) => sum + (unpublished[name] ?? 0), 0);
  return (
    <ul className={`stack gap-20 ${styles.figures}`}>
      <Figure count={newLeads} label="New leads" note="In the last seven days">
        <Link to="/quote">All quotes</Link>
      </Figure>
      <Figure count={newSubscriptions} label="New subscriptions" note="In the last seven days">
        <Link to="/subscription">All subscriptions</Link>
      </Figure>
      <Figure
        count={hidden}
        label="Unpublished"
        note={hidden === 0 ? "Everything is published" : "Visitors do not see them"}
      >
        {lists.map((type) => (
          <Link key={type.name} to={listPath(type)}>
            {unpublished[type.name]?.toLocaleString("en-GB")} {unpublished[type.name] === 1 ? type.one : type.many}
          </Link>
        ))}
      </Figure>
    </ul>
  );
}

interface FigureProps {
  count: number;
  label: string;
  note: string;
  children: React.ReactNode;
}

function Figure({ count, label, note, children }: FigureProps) {
  return (
    <li className={`framed ${styles.figure}`}>
      <h2 className={`stack gap-4 ${styles.label}`}>
        <span className={styles.number}>{count.toLocaleString("en-GB")}</span> {label}
      </h2>
      <p className="muted breaks">{note}</p>
      <p className={styles.links}>{children}</p>
    </li>
  );
}
