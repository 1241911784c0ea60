import styles from "./advice.module.css";

/** What to look at before publishing. Shown beside the button; never prevents saving. */
export function Advice({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null;
  return (
    <details className={styles.advice}>
      <summary>
        {sentences.length === 1 ? "1 thing to look at" : `${sentences.length} things to look at`} before publishing
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, also by keyboard */}
      <ul tabIndex={0}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
