import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import { HalfIcon } from "#app/ui/site/half-icon.tsx";
import styles from "./industries.module.css";

export function Industries({
  heading,
  industries,
}: {
  heading: string;
  industries: SiteContent["home"]["industries"];
}) {
  return (
    <section className="section sunk">
      <div className="wrap">
        <div className="head">
          <DrawnHeading className={`h2 ${styles.heading}`} text={heading} />
        </div>
        <ul className={styles.industries}>
          {industries.map((industry) => (
            <li key={industry.icon} className={styles.industry}>
              <HalfIcon name={industry.icon} />
              <h3 className="h2">{industry.title}</h3>
              <p>{industry.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
