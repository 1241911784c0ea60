import { ownName } from "#app/ui/wordmark.ts";
import styles from "./wordmark.module.css";

/**
 * The company name across the whole width: outlined up to the seam, solid after it. Decorative: the copyright line
 * below has the name as text. `hasLetters`: whether the header shows our own
 * wordmark, if that is the name.
 */
export function Wordmark({ name, hasLetters }: { name: string; hasLetters: boolean }) {
  return hasLetters && name === ownName ? <Drawn /> : <Lettered name={name} />;
}

/** Our wordmark, with the seam inside the r. Reuses the letters of the header's logo. */
function Drawn() {
  return (
    <svg className={styles.wordmark} viewBox="0.6 -0.6 90.8 23.6" aria-hidden="true">
      <clipPath id="word-drawn">
        <path d="M-99-2H52V10H44V30H-99Z" />
      </clipPath>
      <clipPath id="word-built">
        <path d="M52-2H190V30H44V10H52Z" />
      </clipPath>
      <g clipPath="url(#word-drawn)" className={styles.outline}>
        <use href="#wordmark" />
      </g>
      <g clipPath="url(#word-built)" className={styles.solid}>
        <use href="#wordmark" />
      </g>
    </svg>
  );
}

/**
 * Any other name: set in the web font across the full width, within limits. A long one is set smaller instead of being
 * condensed further, a short one ends earlier instead of being stretched further.
 */
function Lettered({ name }: { name: string }) {
  const letters = [...name].length;
  const scale = letters > 10 ? letters / 10 : Math.min(1, letters / 5);
  const width = Math.max(1, scale);
  const seam = 440 * scale;
  return (
    <svg className={styles.wordmark} viewBox={`0 0 ${900 * width} 240`} aria-hidden="true">
      <clipPath id="word-drawn">
        <path d={`M-99999-20H${seam + 80}V100H${seam}V260H-99999Z`} />
      </clipPath>
      <clipPath id="word-built">
        <path d={`M${seam + 80}-20H99999V260H${seam}V100H${seam + 80}Z`} />
      </clipPath>
      {["drawn", "built"].map((half) => (
        <g key={half} clipPath={`url(#word-${half})`} className={half === "drawn" ? styles.outline : styles.solid}>
          <text
            x="4"
            y="190"
            textLength={892 * scale}
            lengthAdjust="spacingAndGlyphs"
            strokeWidth={1.75 * width}
            className={styles.text}
          >
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}
