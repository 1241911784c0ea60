import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./process.module.css";

type Step = Pick<SiteContent["about"]["process"][number], "title" | "text"> & { weeks?: string };

/** Steps along one dimension line: dashed until something is built, three steps of a project, solid from then on. */
export function Process({ heading, steps }: { heading: string; steps: Step[] }) {
  return (
    <section className="section">
      <div className="wrap">
        <div className="head">
          <DrawnHeading className="h2" text={heading} />
        </div>
        <ol className={`stack ${styles.steps}`} role="list">
          {steps.map(({ title, weeks, text }) => (
            <li key={title} className={`stack ${styles.step}`}>
              <h3 className="h4" dir="auto">
                {title}
              </h3>
              {weeks && <p className={styles.weeks}>{weeks}</p>}
              {text && <p>{text}</p>}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
