import { EntryList } from "#app/features/content/entry-list.page.tsx";
import { Card, Excerpt } from "#app/ui/admin/card.tsx";
import { type Job, jobType } from "./job.type.ts";
import styles from "./job-list.page.module.css";

export default function JobListPage() {
  return (
    <EntryList<Job> type={jobType} layout="three">
      {({ title, location, experience, description, published }, { menu }) => (
        <Card title={title} isDraft={!published} menu={menu}>
          {location && <p className={styles.location}>{location}</p>}
          <Excerpt text={description} />
          {experience && <p>{experience}, Experience</p>}
        </Card>
      )}
    </EntryList>
  );
}
