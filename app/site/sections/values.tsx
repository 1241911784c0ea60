import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./values.module.css";

// A half-lap, a rhythm, and two transparent planes: drawn lines and built pieces in a 120-unit box.
const figures = [
  { drawn: "M1 1H58V40H30V119H1Z", built: "M62 0H120V120H34V44H62Z" },
  { drawn: "M1 1H28V119H1ZM47 1H73V119H47Z", built: "M30 0H45V120H30ZM75 0H120V120H75Z" },
  { drawn: "M1 1H79V79H1Z", built: "M40 40H120V120H40ZM48 48V79H79V48Z" },
];

/** The company's three values, each with its figure. */
export function Values({ heading, values }: { heading: string; values: SiteContent["about"]["values"] }) {
  return (
    <section className="section solid lap">
      <div className="wrap">
        <div className="head">
          <DrawnHeading className="h2" text={heading} />
        </div>
        <ul className={`stack ${styles.values}`} role="list">
          {values.map(({ title, text }, index) => (
            <li key={title} className={styles.value}>
              <svg viewBox="0 0 120 120" aria-hidden="true">
                <path className={styles.drawn} d={figures[index]?.drawn} />
                <path className={styles.built} d={figures[index]?.built} />
              </svg>
              <h3 className="h3">{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
