import { ProjectRow } from "#app/features/project/project-row.tsx";
import type { ProjectCard } from "#app/site/render/page-data.ts";
import { PageHero } from "#app/site/sections/page-hero.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { Slice } from "#app/ui/site/render-slice.ts";
import styles from "./portfolio.module.css";

export interface PortfolioProps {
  words: { heading: string; lead: string; leadHover: string; leadTap: string; empty: string };
  projects: ProjectCard[];
  /** Where they stand among all: counted from one. One page holds all until there are hundreds. */
  part: { page: number; pages: number; total: number };
}

export default function PortfolioPage({ words, projects, part }: PortfolioProps) {
  return (
    <>
      <PageHero heading={words.heading}>
        {projects.length === 0 ? (
          <p>{words.empty}</p>
        ) : (
          <p>
            {words.lead} <span className={styles.hover}>{words.leadHover}</span>
            <span className={styles.tap}>{words.leadTap}</span>
          </p>
        )}
      </PageHero>
      <section className="before-lap" aria-label="Projects">
        <ul className={`wrap ${styles.rows}`} role="list">
          {slicesOf(projects).map((some, slice) => (
            <Slice key={some[0]?.number} index={slice}>
              {() =>
                some.map((project, index) => (
                  <li key={project.number} className={slice > 0 || index > 1 ? "far" : undefined}>
                    <ProjectRow
                      {...project}
                      eager={slice === 0 && index === 0}
                      side={index % 2 === 0 ? "left" : "right"}
                    />
                  </li>
                ))
              }
            </Slice>
          ))}
        </ul>
        {part.pages > 1 && <OtherParts {...part} projects={projects} />}
      </section>
    </>
  );
}

/** As many as are drawn in about ten milliseconds; an even number, so that their sides alternate. */
const rowsInSlice = 20;

const slicesOf = (projects: ProjectCard[]): ProjectCard[][] =>
  Array.from({ length: Math.ceil(projects.length / rowsInSlice) }, (_, slice) =>
    projects.slice(slice * rowsInSlice, (slice + 1) * rowsInSlice),
  );

/** The ways to the projects before and after these. */
function OtherParts({ page, pages, total, projects }: PortfolioProps["part"] & Pick<PortfolioProps, "projects">) {
  return (
    <nav className={`wrap ${styles.parts}`} aria-label="More projects">
      <p>
        Projects {projects[0]?.place} to {projects.at(-1)?.place} of {total}
      </p>
      {page > 1 && <LinkButton label="Projects before these" kind="line" href={partPath(page - 1)} />}
      {page < pages && <LinkButton label="More projects" kind="ink" href={partPath(page + 1)} />}
    </nav>
  );
}

/** The address of a part of the portfolio. */
export const partPath = (page: number) => (page === 1 ? "/portfolio" : `/portfolio/${page}`);
