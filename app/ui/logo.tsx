import styles from "./logo.module.css";
import { ownName, wordmark } from "./wordmark.ts";

interface LogoProps {
  name: string;
  /** Id of the letters, for reuse elsewhere on the page (app/site/layout/wordmark.tsx). */
  lettersId?: string;
  pictures?: LogoPictures | undefined;
}

/** An uploaded logo, and the one for the dark theme and dark areas if there is one. */
export type LogoPictures = { src: string; width: number; height: number }[];

/** An uploaded logo; otherwise the mark and the company's name: as the wordmark for our own, as text for any other. */
export function Logo({ name, lettersId, pictures }: LogoProps) {
  if (pictures) {
    return (
      <span className={pictures[1] ? styles.pair : styles.plate}>
        {pictures.map((picture) => (
          <img key={picture.src} {...picture} alt={name} loading="lazy" />
        ))}
      </span>
    );
  }
  if (name !== ownName) {
    return (
      <span className={`line ${styles.named}`}>
        <Mark />
        <span>{name}</span>
      </span>
    );
  }
  return (
    <svg className={styles.logo} viewBox="0 0 132.6 32" role="img" aria-label={name}>
      <MarkPaths />
      <g fill="currentColor" transform="translate(42 5)">
        <path id={lettersId} transform={wordmark.transform} d={wordmark.path} />
      </g>
    </svg>
  );
}

/** Two interlocking pieces, one outlined and one solid. */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <MarkPaths />
    </svg>
  );
}

function MarkPaths() {
  return (
    <>
      <path fill="none" className={styles.drawn} strokeWidth="2" d="M3 3H15V17H9V29H3Z" />
      <path fill="currentColor" d="M18 2H30V30H12V20H18Z" />
    </>
  );
}
