import styles from "./case.site.module.css";
import type { CaseWords } from "./case-story.tsx";

export interface CaseOutcomeProps {
  words: Pick<CaseWords, "outcomes" | "source" | "clientWords">;
  outcomes: { figure: string; meaning: string; source: string }[];
  clientWords: string;
  clientType: string;
}

/** Outcome figures on dimension lines, each with its source, and the client's quote. */
export function CaseOutcome({ words, outcomes, clientWords, clientType }: CaseOutcomeProps) {
  return (
    <>
      {outcomes.length > 0 && (
        <section className={`wrap ${styles.outcome}`}>
          <h2 className="h3">{words.outcomes}</h2>
          <ul className={`wraps ${styles.measures}`} role="list">
            {outcomes.map(({ figure, meaning, source }) => (
              <li key={`${figure} ${meaning}`}>
                <p className={styles.figure} dir="auto">
                  {figure}
                </p>
                <p className="h4" dir="auto">
                  {meaning}
                </p>
                <p className={`small muted ${styles.source}`} dir="auto">
                  {`${words.source}: ${source}`}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {clientWords && (
        <section className={`wrap split ${styles.outcome}`}>
          <h2 className="h3">{words.clientWords}</h2>
          <figure>
            <blockquote className={styles.story} dir="auto">
              {clientWords}
            </blockquote>
            {clientType && (
              <figcaption className={`muted ${styles.by}`} dir="auto">
                {clientType}
              </figcaption>
            )}
          </figure>
        </section>
      )}
    </>
  );
}
