import { ProjectRow } from "#app/features/project/project-row.tsx";
import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import type { ProjectCard } from "#app/site/render/page-data.ts";
import { PageHero } from "#app/site/sections/page-hero.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { Slice } from "#app/ui/site/render-slice.ts";
import { WholeWords } from "#app/ui/whole-words.tsx";
import styles from "./portfolio.module.css";

export interface PortfolioProps {
  words: { heading: string; lead: string; leadHover: string; leadTap: string; empty: string } & Pick<
    SiteContent["portfolio"],
    "index" | "filters"
  >;
  projects: ProjectCard[];
  /** Position in the paginated list; `page` counts from one. Up to some hundreds of projects there is one page. */
  part: { page: number; pages: number; total: number };
  /** Technologies offered as filters. */
  technologies: string[];
  /** The active filter, from the URL. */
  technology?: string;
}

export default function PortfolioPage({ words, projects, part, technologies, technology }: PortfolioProps) {
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
        {technologies.length > 0 && <Filters words={words.filters} technologies={technologies} current={technology} />}
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
        {projects.length > 1 && <Index words={words.index} projects={projects} />}
        {part.pages > 1 && <OtherParts {...part} projects={projects} />}
      </section>
    </>
  );
}

/** Rows that render in about ten milliseconds; even, so that the sides alternate across slices. */
const rowsInSlice = 20;

const slicesOf = (projects: ProjectCard[]): ProjectCard[][] =>
  Array.from({ length: Math.ceil(projects.length / rowsInSlice) }, (_, slice) =>
    projects.slice(slice * rowsInSlice, (slice + 1) * rowsInSlice),
  );

/** Links to the previous and next page. */
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

/** Path of a page of the portfolio. */
export const partPath = (page: number) => (page === 1 ? "/portfolio" : `/portfolio/${page}`);

/** Filter links; they work without JavaScript. */
function Filters({
  words,
  technologies,
  current,
}: {
  words: PortfolioProps["words"]["filters"];
  technologies: string[];
  current: string | undefined;
}) {
  return (
    <nav className={`wrap ${styles.filters}`} aria-label={words.label}>
      <ul>
        <li>
          <a href="/portfolio" aria-current={current === undefined || undefined}>
            {words.all}
          </a>
        </li>
        {technologies.map((each) => (
          <li key={each}>
            <a href={filterPath(each)} aria-current={each.toLowerCase() === current?.toLowerCase() || undefined}>
              {each}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const filterPath = (technology: string) => `/portfolio?technology=${encodeURIComponent(technology)}`;

/** All projects in a table, for visitors who know what they are looking for. */
function Index({ words, projects }: { words: PortfolioProps["words"]["index"]; projects: ProjectCard[] }) {
  return (
    <div className={`wrap ${styles.index}`}>
      <table>
        <caption className="h2">{words.heading}</caption>
        <thead className="vh">
          <tr>
            <th scope="col">{words.place}</th>
            <th scope="col">{words.project}</th>
            <th scope="col">{words.technology}</th>
          </tr>
        </thead>
        <tbody>
          {projects.map(({ number, place, title, technology }) => (
            <tr key={number}>
              <td>{String(place).padStart(2, "0")}</td>
              <th scope="row" dir="auto">
                <a href={`/details/${number}`}>
                  <WholeWords text={title} />
                </a>
              </th>
              <td>{technology.join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
