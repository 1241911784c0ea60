import styles from "./half-icon.module.css";
import { silhouettes } from "./silhouettes.ts";

/** The same silhouette twice: outlined left of the seam, solid right of it. A name without a picture draws nothing. */
export function HalfIcon({ name }: { name: string }) {
  const silhouette = silhouettes[name];
  if (!silhouette) return null;
  const id = `half-${name}`;
  return (
    <span className={styles.half}>
      <svg className={styles.drawn} viewBox="0 0 96 96" aria-hidden="true">
        <g id={id}>
          {silhouette.lines && <path className={styles.lines} d={silhouette.lines} />}
          <path className={styles.shape} d={silhouette.shape} />
          {silhouette.cuts && <path className={styles.cuts} d={silhouette.cuts} />}
        </g>
      </svg>
      <svg className={styles.built} viewBox="0 0 96 96" aria-hidden="true">
        <use href={`#${id}`} />
      </svg>
    </span>
  );
}
