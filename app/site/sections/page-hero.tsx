import type { ReactNode } from "react";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./page-hero.module.css";

interface PageHeroProps {
  heading: string;
  /** The lead. */
  children: ReactNode;
  picture?: ReactNode;
}

/** The hero of an inner page: heading and lead. */
export function PageHero({ heading, children, picture }: PageHeroProps) {
  return (
    <section className={styles.hero}>
      <div className={picture ? `wrap ${styles.pictured}` : "wrap"}>
        <DrawnHeading as="h1" className="h1" text={heading} dir="auto" />
        <div className={`lead muted ${styles.lead}`}>{children}</div>
        {picture}
      </div>
    </section>
  );
}
