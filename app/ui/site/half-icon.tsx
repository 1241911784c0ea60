import styles from "./half-icon.module.css";
import { silhouettes } from "./silhouettes.ts";

/**
 * The same silhouette twice: outlined left of the seam, solid right of it. Rendered by the server only; the browser
 * keeps that markup, so that the shapes are not in the client bundle.
 */
export function HalfIcon({ name }: { name: string }) {
  const id = `half-${name}`;
  return (
    <span className={styles.half}>
      <svg className={styles.drawn} viewBox="0 0 96 96" aria-hidden="true">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: only shapes that are part of this build */}
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
