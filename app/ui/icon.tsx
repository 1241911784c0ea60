import type { Glyph } from "./glyphs.ts";
import styles from "./icon.module.css";

/**
 * An interface icon. Hidden from assistive technology: the text next to it or the name of its button says what it
 * means.
 */
export function Icon({ of, small }: { of: Glyph; small?: boolean }) {
  const glyph = typeof of === "string" ? { lines: of } : of;
  return (
    <svg className={small ? `${styles.icon} ${styles.small}` : styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      {glyph.lines && <path d={glyph.lines} strokeWidth={glyph.weight} />}
      {glyph.dots && <path d={glyph.dots} fill="currentColor" stroke="none" />}
    </svg>
  );
}
