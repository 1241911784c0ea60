import { ProjectRow } from "#app/features/project/project-row.tsx";
import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import type { ProjectCard } from "#app/site/render/page-data.ts";
import { PageHero } from "#app/site/sections/page-hero.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { NoBreakHyphens } from "#app/ui/no-break-hyphens.tsx";
import { QuoteButton } from "#app/ui/site/quote-button.tsx";
import { Slice } from "#app/ui/site/render-slice.ts";
import styles from "./portfolio.module.css";

export interface PortfolioProps {
  words: { heading: string; lead: string; leadHover: string; leadTap: string; empty: string };
  projects: ProjectCard[];
  /** Position in the paginated list; `page` counts from one. Up to some hundreds of projects there is one page. */
  part: { page: number; pages: number; total: number };
  filters: {
    words: SiteContent["portfolio"]["filters"];
    rows: FilterRow[];
    /** How many projects the filter shows of all; undefined without one. */
    count: { shown: number; total: number } | undefined;
  };
  index: { words: SiteContent["portfolio"]["index"]; rows: IndexRow[] };
}

/** One filter: its choices and the link that clears it. */
export interface FilterRow {
  kind: string;
  label: string;
  all: { href: string; isCurrent: boolean };
  choices: { name: string; href: string; isCurrent: boolean }[];
}

export interface IndexRow {
  number: number;
  place: number;
  title: string;
  sector: string;
  year: number | null;
  technology: string;
}

export default function PortfolioPage({ words, projects, part, filters, index: table }: PortfolioProps) {
  const hasIndex = table.rows.length > 1;
  return (
    <>
      <PageHero heading={words.heading}>
        {projects.length === 0 ? (
          <>
            <p>{words.empty}</p>
            <QuoteButton className={styles.tell} />
          </>
        ) : (
          <p>
            {words.lead}
            {words.leadHover && <span className={styles.hover}> {words.leadHover}</span>}
            {words.leadTap && <span className={styles.tap}> {words.leadTap}</span>}
          </p>
        )}
      </PageHero>
      <section className={`before-lap ${styles.section}`} aria-label="Projects">
        {(hasIndex || filters.rows.length > 0) && (
          <div className={`wrap ${hasIndex ? "split" : ""} ${styles.glance}`}>
            <div>
              {hasIndex && (
                // The name of the table, as a caption would be; the page's headings are its projects.
                <p className={`h2 ${styles.heading}`} id="at-a-glance">
                  {table.words.heading}
                </p>
              )}
              {filters.rows.length > 0 && <Filters {...filters} />}
            </div>
            {hasIndex && <Index {...table} />}
          </div>
        )}
        <ul className={`wrap stack ${styles.rows}`} role="list">
          {slicesOf(projects).map((some, slice) => (
            <Slice key={some[0]?.number} index={slice}>
              {() =>
                some.map((project, index) => (
                  <li key={project.number} className={slice > 0 || index > 0 ? "far" : undefined}>
                    <ProjectRow
                      {...project}
                      eager={slice === 0 && index === 0 && !hasIndex}
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

/** Rows that render in about ten milliseconds; even, so that the sides alternate across slices. */
const rowsInSlice = 20;

const slicesOf = (projects: ProjectCard[]): ProjectCard[][] =>
  Array.from({ length: Math.ceil(projects.length / rowsInSlice) }, (_, slice) =>
    projects.slice(slice * rowsInSlice, (slice + 1) * rowsInSlice),
  );

/** Links to the previous and next page. */
function OtherParts({ page, pages, total, projects }: PortfolioProps["part"] & Pick<PortfolioProps, "projects">) {
  return (
    <nav className={`wrap cluster ${styles.parts}`} aria-label="More projects">
      <p>
        Projects {projects[0]?.place} to {projects.at(-1)?.place} of {total}
      </p>
      {page > 1 && <LinkButton label="Projects before these" kind="line" href={partPath(page - 1)} />}
      {page < pages && <LinkButton label="More projects" kind="ink" href={partPath(page + 1)} />}
    </nav>
  );
}

export const partPath = (page: number) => (page === 1 ? "/portfolio" : `/portfolio/${page}`);

/** Filter links; they work without JavaScript. */
function Filters({ words, rows, count }: PortfolioProps["filters"]) {
  return (
    <nav className={styles.filters} aria-label={words.label}>
      {rows.map(({ kind, label, all, choices }) => (
        <div key={label} className={styles.filter}>
          {rows.length > 1 && <p>{label}</p>}
          <ul aria-label={label}>
            <li>
              <a href={all.href} {...markOf(all, kind)}>
                {words.all}
              </a>
            </li>
            {choices.map((choice) => (
              <li key={choice.name}>
                <a href={choice.href} dir="auto" {...markOf(choice, kind)}>
                  {choice.name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {count && (
        <p className={styles.count}>
          {`${count.shown.toLocaleString("en-GB")} of ${count.total.toLocaleString("en-GB")} projects`}
        </p>
      )}
    </nav>
  );
}

/** The chosen one is where the links of its row lead to: the page opens with it in view. */
const markOf = ({ isCurrent }: { isCurrent: boolean }, kind: string) =>
  isCurrent ? { "aria-current": true, id: kind } : undefined;

/** URL of the filtered portfolio, at the filter of a kind. */
export function filterPath(
  filter: { sector?: string | undefined; technology?: string | undefined },
  kind: string,
): string {
  const query = Object.entries(filter)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`);
  return `/portfolio${query.length === 0 ? "" : "?"}${query.join("&")}#${kind}`;
}

/** All projects in a table, for visitors who know what they are looking for. Empty columns are left out. */
function Index({ words, rows }: PortfolioProps["index"]) {
  const details = (["sector", "year"] as const).filter((column) => rows.some((row) => row[column]));
  const columns = [...details, "technology"] as const;
  const shape = details.length > 0 ? styles.detailed : undefined;
  return (
    <div className={styles.index}>
      <table className={shape} aria-labelledby="at-a-glance">
        <thead className={shape ? styles.heads : "vh"}>
          <tr>
            <th scope="col">{words.place}</th>
            <th scope="col" className={styles.name}>
              {words.project}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={styles[column]}>
                {words[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, place, title, ...row }) => (
            <tr key={number}>
              <td className={styles.place}>{String(place).padStart(2, "0")}</td>
              <th scope="row" dir="auto" className={styles.name}>
                <a href={`/details/${number}`}>
                  <NoBreakHyphens text={title} />
                </a>
              </th>
              {columns.map((column) => (
                <td key={column} className={styles[column]} dir="auto">
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
