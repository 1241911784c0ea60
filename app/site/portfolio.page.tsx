import { ProjectRow } from "#app/features/project/project-row.tsx";
import type { ProjectCard } from "./page-data.ts";
import { PageHero } from "./page-hero.tsx";
import styles from "./portfolio.module.css";

export interface PortfolioProps {
  words: { heading: string; lead: string; leadHover: string; leadTap: string; empty: string };
  projects: ProjectCard[];
}

export default function PortfolioPage({ words, projects }: PortfolioProps) {
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
          {projects.map((project, index) => (
            <li key={project.number} className={index > 1 ? "far" : undefined}>
              <ProjectRow {...project} eager={index === 0} side={index % 2 === 0 ? "left" : "right"} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
