import { EntryList } from "#app/features/content/entry-list.page.tsx";
import { dayIn } from "#app/shared/day.ts";
import { plainText } from "#app/shared/text/formatted-text.ts";
import { Card, Excerpt } from "#app/ui/admin/list/card.tsx";
import { type Job, jobType } from "./job.type.ts";
import styles from "./job-list.page.module.css";

export default function JobListPage() {
  return (
    <EntryList<Job> type={jobType} layout="three">
      {({ title, location, experience, description, closesOn, closesItself, published }, { menu }) => (
        <Card title={title} isUnpublished={!published} menu={menu}>
          {location && <p className={styles.location}>{location}</p>}
          <Excerpt text={plainText(description)} />
          {/* Isolated, so that its direction does not turn the words after it. */}
          {experience && (
            <p>
              <bdi>{experience}</bdi>, Experience
            </p>
          )}
          {closesOn && <Closing on={closesOn} isShown={published && !closesItself} />}
        </Card>
      )}
    </EntryList>
  );
}

/** Marks an opening past its closing date, and whether visitors still find it. */
function Closing({ on, isShown }: { on: string; isShown: boolean }) {
  const isPast = on < dayIn(undefined, new Date());
  return (
    <p className={isPast ? styles.closed : "muted"}>
      {isPast ? "Closed on" : "Closes on"} <time dateTime={on}>{day.format(new Date(on))}</time>
      {isPast && isShown && ", still on the site"}
    </p>
  );
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
