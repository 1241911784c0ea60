import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./process.module.css";

/** The steps of a project along one dimension line: dashed for the drawn phase, solid for the built phase. */
export function Process({ heading, steps }: { heading: string; steps: SiteContent["about"]["process"] }) {
  return (
    <section className="section">
      <div className="wrap">
        <div className="head">
          <DrawnHeading className="h2" text={heading} />
        </div>
        <ol className={styles.steps} role="list">
          {steps.map(({ title, text }) => (
            <li key={title} className={styles.step}>
              <h3 className="h4">{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
