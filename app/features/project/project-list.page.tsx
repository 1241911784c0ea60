import { EntryList } from "#app/features/content/entry-list.page.tsx";
import type { Project } from "./project.contract.ts";
import { projectType } from "./project.type.ts";
import { ProjectCard } from "./project-card.tsx";

export default function ProjectListPage() {
  return (
    <EntryList<Project>
      type={projectType}
      layout="three"
      hasPictures
      alsoDeleted={({ detail }) => (detail.length > 0 ? "its detail sections" : undefined)}
    >
      {(project, { menu, place }) => <ProjectCard project={project} menu={menu} isFirst={place < 3} />}
    </EntryList>
  );
}
