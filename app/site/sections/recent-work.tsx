import type { ProjectCard } from "#app/site/render/page-data.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { Meet } from "#app/ui/meet.tsx";
import { NoBreakHyphens } from "#app/ui/no-break-hyphens.tsx";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./recent-work.module.css";

interface RecentWorkProps {
  heading: string;
  lead: string;
  empty: string;
  projects: ProjectCard[];
}

/** The first projects of the portfolio, or a short text if there are none. */
export function RecentWork({ heading, lead, empty, projects }: RecentWorkProps) {
  return (
    <section className={`section ${styles.section}`}>
      <div className="wrap">
        <div className="head">
          <DrawnHeading className="h2" text={heading} />
          <div className={styles.intro}>
            <p className="lead muted">{projects.length > 0 ? lead : empty}</p>
            <LinkButton className={`no-print ${styles.all}`} kind="ink" label="View Portfolio" href="/portfolio" />
          </div>
        </div>
        {projects.length > 0 && (
          <ul className={styles.cards}>
            {projects.map((project, index) => (
              <Card key={project.number} {...project} sizes={widths[index === 0 ? "lead" : "other"]} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** Of the pictures, which are wider than a frame that crops them. */
const widths = {
  lead: "(min-width: 992px) 100vw, (min-width: 768px) 46vw, 88vw",
  other: "(min-width: 1400px) 820px, (min-width: 992px) 58vw, (min-width: 768px) 46vw, 88vw",
};

function Card({ number, title, description, sizes, ...pair }: ProjectCard & { sizes: string }) {
  return (
    <li className={styles.card} data-card="">
      <Meet alt={title} {...pair} sizes={sizes} className={styles.picture} />
      <h3 className="h3" dir="auto" data-part="title">
        <a href={`/details/${number}`}>
          <NoBreakHyphens text={title} />
        </a>
      </h3>
      <p dir="auto">{description}</p>
    </li>
  );
}
