import styles from "./half-icon.module.css";
import { silhouettes } from "./silhouettes.ts";

/** The same silhouette twice: outlined left of the seam, solid right of it. Drawn by the server; the browser keeps what it was given, so that the shapes are no part of the script. */
export function HalfIcon({ name }: { name: string }) {
  const id = `half-${name}`;
  return (
    <span className={styles.half}>
      <svg className={styles.drawn} viewBox="0 0 96 96" aria-hidden="true">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: shapes of this build alone */}
        <g id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: shapesOf(name) }} />
      </svg>
      <svg className={styles.built} viewBox="0 0 96 96" aria-hidden="true">
        <use href={`#${id}`} />
      </svg>
    </span>
  );
}

function shapesOf(name: string): string {
  if (!import.meta.env.SSR) return "";
  const { lines, shape, cuts } = silhouettes[name] ?? {};
  const path = (d: string | undefined, className: string | undefined) =>
    d ? `<path class="${className}" d="${d}"/>` : "";
  return path(lines, styles.lines) + path(shape, styles.shape) + path(cuts, styles.cuts);
}
