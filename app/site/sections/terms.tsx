import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./terms.module.css";

/** Answers to what clients ask before signing. Questions that the company has not answered yet are not shown. */
export function Terms({ heading, terms }: { heading: string; terms: SiteContent["about"]["terms"] }) {
  const answered = terms.filter(({ answer }) => answer !== "");
  if (answered.length === 0) return null;
  return (
    <section className="section section--joined">
      <div className="wrap split">
        <DrawnHeading className="h2" text={heading} />
        <dl className="stack">
          {answered.map(({ question, answer }) => (
            <div key={question} className={`stack ${styles.term}`}>
              <dt className="h4">{question}</dt>
              <dd dir="auto">{answer}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
