import { Link } from "react-router";
import { useEntryList } from "#app/features/sort-order/sort-order.queries.ts";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { Card, Excerpt, Tags } from "#app/ui/admin/card.tsx";
import { useDeletion } from "#app/ui/admin/confirm-delete.tsx";
import { ShowMore } from "#app/ui/admin/inbox.tsx";
import { useFilter } from "#app/ui/admin/inbox-filter.tsx";
import { ListBar, ListLine } from "#app/ui/admin/list-bar.tsx";
import { CardMenu } from "#app/ui/admin/menu.tsx";
import { tellMoved } from "#app/ui/admin/sort-order-notice.tsx";
import type { Project } from "./project.contract.ts";
import { projectQueries } from "./project.queries.ts";

const names = ["project", "projects"] as const;

const deletionId = ({ slug }: Project) => `project:${slug}`;

export default function ProjectListPage() {
  const filter = useFilter([], names[1]);
  const list = useEntryList("project", projectQueries.read, filter.q);
  const { ask, isGone } = useDeletion();
  const askDelete = (project: Project) =>
    ask({
      id: deletionId(project),
      name: project.title,
      also: project.detail.length > 0 ? "its detail sections" : undefined,
      remove: () => projectQueries.remove(project.slug),
      trash: { kind: "project", id: project.slug },
      reload: list.reload,
    });
  const entries = list.entries?.filter((project) => !isGone(deletionId(project)));
  const total = list.total - ((list.entries?.length ?? 0) - (entries?.length ?? 0));
  return (
    <AdminList
      heading="All Projects"
      subline={filter.line || (total > 0 && <ListLine total={total} names={names} history="/history/order/project" />)}
      bar={list.entries && <ListBar what={names[1]} q={filter.q} total={total} onSearch={(q) => filter.set("q", q)} />}
      empty={
        filter.isOn
          ? { text: `None of the ${names[1]} holds “${filter.q}”.` }
          : {
              heading: "Projects Not Found!",
              text: "Nothing here yet. The first project you add will also appear on the portfolio page.",
            }
      }
      add={{ to: "/create", label: "Add Project" }}
      entries={entries}
      error={list.query.error}
      onRetry={list.query.refetch}
      layout="three"
      keyOf={(project) => project.slug}
      order={
        filter.isOn
          ? undefined
          : {
              nameOf: (project) => project.title,
              total,
              save: async (move) => {
                const undo = await list.move(move.key, move.to);
                if (undo) tellMoved(move, undo);
              },
            }
      }
      foot={<ShowMore query={list.query} />}
    >
      {(project) => <ProjectCard project={project} onDelete={() => askDelete(project)} />}
    </AdminList>
  );
}

function ProjectCard({ project, onDelete }: { project: Project; onDelete: () => void }) {
  const { slug, title, description, technology, projectImage } = project;
  const tags = [...new Set(technology.split(",").map((tag) => tag.trim()))].filter(Boolean);
  return (
    <Card
      picture={projectImage}
      isDraft={!project.published}
      title={<Link to={`/detail/${slug}`}>{title}</Link>}
      menu={
        <CardMenu name={title} update={`/update/${slug}`} history={`/history/project/${slug}`} onDelete={onDelete} />
      }
    >
      <Excerpt text={description} />
      <Tags tags={tags} />
    </Card>
  );
}
