import styles from "./half-icon.module.css";
import { silhouettes } from "./silhouettes.ts";

/** The same silhouette twice: outlined left of the seam, solid right of it. */
export function HalfIcon({ name }: { name: string }) {
  const id = `half-${name}`;
  const { lines, shape, cuts, isNarrow } = silhouettes[name] ?? {};
  return (
    <span className={isNarrow ? `${styles.half} ${styles.narrow}` : styles.half}>
      <svg className={styles.drawn} viewBox="0 0 96 96" aria-hidden="true">
        <g id={id}>
          {lines && <path className={styles.lines} d={lines} />}
          {shape && <path className={styles.shape} d={shape} />}
          {cuts && <path className={styles.cuts} d={cuts} />}
        </g>
      </svg>
      <svg className={styles.built} viewBox="0 0 96 96" aria-hidden="true">
        <use href={`#${id}`} />
      </svg>
    </span>
  );
}
