import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import { HalfIcon } from "#app/ui/site/half-icon.tsx";
import styles from "./services.module.css";

type Home = SiteContent["home"];

export function Services({ heading, lead, closing, tiles }: Home["services"] & { tiles: Home["serviceTiles"] }) {
  return (
    <section className="section before-lap">
      <div className="wrap">
        <div className="head">
          <DrawnHeading className="h2" text={heading} />
          <p className="lead muted">{lead}</p>
        </div>
        <ul className={`stack ${styles.tiles}`}>
          {tiles.map((tile) => (
            <li key={tile.icon} className={`wraps ${styles.tile}`}>
              <HalfIcon name={tile.icon} />
              <div>
                <h3 className="h3">{tile.title}</h3>
                <p>{tile.text}</p>
              </div>
            </li>
          ))}
        </ul>
        <p className={styles.closing}>{closing}</p>
      </div>
    </section>
  );
}
