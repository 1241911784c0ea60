import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import styles from "./counters.module.css";

interface CountersProps {
  figures: SiteContent["figures"];
  /** In place of the words that belong to the figures. */
  labels?: SiteContent["about"]["figures"];
}

/** Three figures on guide lines. */
export function Counters({ figures, labels }: CountersProps) {
  return (
    <section className="section section--joined">
      <div className="wrap">
        <ul className={lookOf(figures)}>
          {Object.entries(figures).map(([key, { value, label }]) => (
            <li key={key} className={styles.counter}>
              <Figure value={value} />
              <p>{labels?.[key as keyof typeof labels] ?? label}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Figures of usual length stand in columns, longer ones share the row, and those too long for it are stacked. */
function lookOf(figures: SiteContent["figures"]): string {
  const digits = Object.values(figures).map(({ value }) => digitsOf(value));
  const total = digits.reduce((sum, each) => sum + each, 0);
  const isUsual = digits.every((count, index) => count <= (index === 2 ? 3 : 2));
  const look = [
    styles.counters,
    Math.max(...digits) > 4 && styles.long,
    total <= 12 && (isUsual ? styles.row : styles.spread),
    total > 7 && styles.dense,
  ];
  return look.filter(Boolean).join(" ");
}

const digitsOf = (value: number) => Math.max(1, Math.floor(Math.log10(value)) + 1);

/**
 * The HTML contains the final number, up to which the page's script counts (app/site/hydration/count-up.ts), and in the
 * attribute the whole figure.
 */
function Figure({ value }: { value: number }) {
  return (
    <b className={styles.figure} data-count-up={`${value}+`}>
      {value}
      {/* With increased letter spacing (WCAG 1.4.12) the plus wraps instead of overflowing the page. */}
      <i>
        <wbr />+
      </i>
    </b>
  );
}
