import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { listPath } from "#app/shared/content-type.ts";
import { Failure } from "#app/ui/admin/failure.tsx";
import { Placeholder } from "#app/ui/admin/placeholder.tsx";
import { Screen } from "#app/ui/admin/screen.tsx";

import { Alerts } from "./alerts.tsx";
import { LastBackup } from "./last-backup.tsx";
import type { Overview } from "./overview.contract.ts";
import styles from "./overview.module.css";
import { downloadBackup, overviewView } from "./overview.queries.ts";
import { SetUpTasks } from "./set-up-tasks.tsx";

/** What is new, and what is left to do before the site is shown to clients. */
export default function OverviewPage() {
  const { data, error, refetch } = useQuery(overviewView());
  return (
    <Screen heading="Overview" subline="What is new, and what is left to do." isNarrow>
      {error && <Failure text="The overview could not be loaded." error={error} onRetry={refetch} />}
      {!data && !error && <Placeholder layout="rows" />}
      {data && (
        <div className={styles.overview}>
          <Alerts alerts={data.alerts} />
          {/* Numbers from a damaged database would be misleading. */}
          {!data.isDamaged && (
            <>
              <Figures overview={data} />
              {data.backup && <LastBackup backup={data.backup} download={downloadBackup} />}
              <SetUpTasks
                open={data.tasks}
                samples={data.samples}
                mailTrouble={data.alerts.find(({ kind }) => kind === "mail")?.message}
              />
            </>
          )}
        </div>
      )}
    </Screen>
  );
}

function Figures({ overview: { newQuotes, newSubscriptions, unpublished, unpublishedOf } }: { overview: Overview }) {
  const lists = contentTypes.filter(({ name }) => unpublishedOf[name]);
  return (
    <ul className={styles.figures}>
      <Figure count={newQuotes} label="New quotes" note="In the last seven days, without suspected spam">
        <Link to="/quote" className={styles.link}>
          All quotes
        </Link>
      </Figure>
      <Figure count={newSubscriptions} label="New subscriptions" note="In the last seven days">
        <Link to="/subscription" className={styles.link}>
          All subscriptions
        </Link>
      </Figure>
      <Figure
        count={unpublished}
        label="Unpublished"
        note={unpublished === 0 ? "Everything is published" : "Visitors do not see them"}
      >
        {lists.map((type) => (
          <Link key={type.name} to={listPath(type)} className={styles.link}>
            {unpublishedOf[type.name]?.toLocaleString("en-GB")} {unpublishedOf[type.name] === 1 ? type.one : type.many}
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
    <li className={styles.figure}>
      <h2 className={styles.label}>
        <span className={styles.count}>{count.toLocaleString("en-GB")}</span> {label}
      </h2>
      <p className={styles.note}>{note}</p>
      <p className={styles.links}>{children}</p>
    </li>
  );
}
