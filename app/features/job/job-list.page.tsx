import { useQuery, useQueryClient } from "@tanstack/react-query";
import { saveOrder } from "#app/features/order/order.queries.ts";
import { AdminList } from "#app/ui/admin-list.tsx";
import { Card, Excerpt } from "#app/ui/card.tsx";
import { useDeletion } from "#app/ui/confirm-delete.tsx";
import { CardMenu } from "#app/ui/menu.tsx";
import type { Job } from "./job.contract.ts";
import { jobList, removeJob } from "./job.queries.ts";
import styles from "./job-list.page.module.css";

const deletionId = ({ slug }: Job) => `job:${slug}`;

export default function JobListPage() {
  const { data, error, refetch } = useQuery(jobList());
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const askDelete = (job: Job) =>
    ask({
      id: deletionId(job),
      name: job.title,
      remove: () => removeJob(job.slug),
      trash: { kind: "job", id: job.slug },
      reload: () => client.invalidateQueries({ queryKey: ["job"] }, { throwOnError: true }),
    });
  return (
    <AdminList
      heading="Jobs"
      empty={{
        heading: "Jobs Not Found!",
        text: "Nothing here yet. The first job you add will also appear on the career page.",
      }}
      add={{ to: "/job/create", label: "Add Job" }}
      entries={data?.filter((job) => !isGone(deletionId(job)))}
      error={error}
      onRetry={refetch}
      layout="three"
      keyOf={(job) => job.slug}
      order={{
        nameOf: (job) => job.title,
        save: async (slugs) => {
          await saveOrder("job", slugs);
          await client.invalidateQueries({ queryKey: ["job"] });
        },
      }}
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
