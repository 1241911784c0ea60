import type { ReactNode } from "react";
import { Link } from "react-router";
import { commaSeparated } from "#app/shared/text/comma-separated.ts";
import { Card, Excerpt, SampleNote, Tags } from "#app/ui/admin/list/card.tsx";
import { NoBreakHyphens } from "#app/ui/no-break-hyphens.tsx";
import type { Project } from "./project.contract.ts";

export type ProjectOnCard = Pick<
  Project,
  "slug" | "title" | "description" | "technology" | "projectImage" | "published" | "isSample"
>;

interface ProjectCardProps {
  project: ProjectOnCard;
  menu: ReactNode;
  /** In the first row: its picture is loaded at once. */
  isFirst: boolean;
}

/** A project on All Projects. */
export function ProjectCard({ project, menu, isFirst }: ProjectCardProps) {
  const { slug, title, description, technology, projectImage, published, isSample } = project;
  return (
    <Card
      picture={projectImage}
      isFirst={isFirst}
      isUnpublished={!published}
      title={
        <Link to={`/detail/${slug}`}>
          <NoBreakHyphens text={title} />
        </Link>
      }
      menu={menu}
    >
      <Excerpt text={description} />
      <Tags tags={commaSeparated(technology)} />
      {isSample && <SampleNote text="Sample that came with the site. Replace it with your own work." />}
    </Card>
  );
}
