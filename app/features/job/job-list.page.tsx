import { contentQueries } from "#app/features/content/content.queries.ts";
import { useEntryList } from "#app/features/sort-order/sort-order.queries.ts";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { Card, Excerpt } from "#app/ui/admin/card.tsx";
import { useDeletion } from "#app/ui/admin/confirm-delete.tsx";
import { ShowMore } from "#app/ui/admin/inbox.tsx";
import { useFilter } from "#app/ui/admin/inbox-filter.tsx";
import { ListBar, ListLine } from "#app/ui/admin/list-bar.tsx";
import { CardMenu } from "#app/ui/admin/menu.tsx";
import { tellMoved } from "#app/ui/admin/sort-order-notice.tsx";
import { type Job, jobType } from "./job.type.ts";

import styles from "./job-list.page.module.css";

const queries = contentQueries(jobType);

const names = ["job", "jobs"] as const;

const deletionId = ({ slug }: Job) => `job:${slug}`;

export default function JobListPage() {
  const filter = useFilter([], names[1]);
  const list = useEntryList("job", queries.read, filter.q);
  const { ask, isGone } = useDeletion();
  const askDelete = (job: Job) =>
    ask({
      id: deletionId(job),
      name: job.title,
      remove: () => queries.remove(job.slug),
      trash: { kind: "job", id: job.slug },
      reload: list.reload,
    });
  const entries = list.entries?.filter((job) => !isGone(deletionId(job)));
  const total = list.total - ((list.entries?.length ?? 0) - (entries?.length ?? 0));
  return (
    <AdminList
      heading="Jobs"
      subline={filter.line || (total > 0 && <ListLine total={total} names={names} history="/history/order/job" />)}
      bar={list.entries && <ListBar what={names[1]} q={filter.q} total={total} onSearch={(q) => filter.set("q", q)} />}
      empty={
        filter.isOn
          ? { text: `None of the ${names[1]} holds “${filter.q}”.` }
          : {
              heading: "Jobs Not Found!",
              text: "Nothing here yet. The first job you add will also appear on the career page.",
            }
      }
      add={{ to: "/job/create", label: "Add Job" }}
      entries={entries}
      error={list.query.error}
      onRetry={list.query.refetch}
      layout="three"
      keyOf={(job) => job.slug}
      order={
        filter.isOn
          ? undefined
          : {
              nameOf: (job) => job.title,
              total,
              save: async (move) => {
                const undo = await list.move(move.key, move.to);
                if (undo) tellMoved(move, undo);
              },
            }
      }
      foot={<ShowMore query={list.query} />}
    >
      {(job) => <JobCard job={job} onDelete={() => askDelete(job)} />}
    </AdminList>
  );
}

function JobCard({ job, onDelete }: { job: Job; onDelete: () => void }) {
  return (
    <Card
      title={job.title}
      isDraft={!job.published}
      menu={
        <CardMenu
          name={job.title}
          update={`/job/update/${job.slug}`}
          history={`/history/job/${job.slug}`}
          onDelete={onDelete}
        />
      }
    >
      {job.location && <p className={styles.location}>{job.location}</p>}
      <Excerpt text={job.description} />
      {job.experience && <p>{job.experience}, Experience</p>}
    </Card>
  );
}
