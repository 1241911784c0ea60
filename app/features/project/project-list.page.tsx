import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { saveOrder } from "#app/features/order/order.queries.ts";
import { AdminList } from "#app/ui/admin-list.tsx";
import { Card, Excerpt, Tags } from "#app/ui/card.tsx";
import { useDeletion } from "#app/ui/confirm-delete.tsx";
import { CardMenu } from "#app/ui/menu.tsx";
import type { Project } from "./project.contract.ts";
import { projectList, removeProject } from "./project.queries.ts";

const deletionId = ({ slug }: Project) => `project:${slug}`;

export default function ProjectListPage() {
  const { data, error, refetch } = useQuery(projectList());
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const askDelete = (project: Project) =>
    ask({
      id: deletionId(project),
      name: project.title,
      also: project.detail.length > 0 ? "its detail sections" : undefined,
      remove: () => removeProject(project.slug),
      trash: { kind: "project", id: project.slug },
      reload: () => client.invalidateQueries({ queryKey: ["project"] }, { throwOnError: true }),
    });
  return (
    <AdminList
      heading="All Projects"
      empty={{
        heading: "Projects Not Found!",
        text: "Nothing here yet. The first project you add will also appear on the portfolio page.",
      }}
      add={{ to: "/create", label: "Add Project" }}
      entries={data?.filter((project) => !isGone(deletionId(project)))}
      error={error}
      onRetry={refetch}
      layout="three"
      keyOf={(project) => project.slug}
      order={{
        nameOf: (project) => project.title,
        save: async (slugs) => {
          await saveOrder("project", slugs);
          await client.invalidateQueries({ queryKey: ["project"] });
        },
      }}
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
