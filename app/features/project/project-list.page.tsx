import { Link } from "react-router";
import { EntryList } from "#app/features/content/entry-list.page.tsx";
import { Card, Excerpt, SampleNote, Tags } from "#app/ui/admin/card.tsx";
import type { Project } from "./project.contract.ts";
import { projectType } from "./project.type.ts";

export default function ProjectListPage() {
  return (
    <EntryList<Project>
      type={projectType}
      layout="three"
      alsoDeleted={({ detail }) => (detail.length > 0 ? "its detail sections" : undefined)}
    >
      {({ slug, title, description, technology, projectImage, published, isSample }, { menu }) => (
        <Card
          picture={projectImage}
          isDraft={!published}
          title={<Link to={`/detail/${slug}`}>{title}</Link>}
          menu={menu}
        >
          <Excerpt text={description} />
          <Tags tags={tagsIn(technology)} />
          {isSample && <SampleNote text="Sample that came with the site. Replace it with your own work." />}
        </Card>
      )}
    </EntryList>
  );
}

const tagsIn = (technology: string): string[] => [
  ...new Set(
    technology
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
