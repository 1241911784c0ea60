import { AccordionItem } from "#app/ui/accordion.tsx";
import { FormattedText } from "#app/ui/formatted-text.tsx";
import styles from "./faq-accordion.site.module.css";

export interface Question {
  slug: string;
  question: string;
  answer: string;
  bullets: string[];
}

/** The questions as an accordion, the first one open. */
export function FaqAccordion({ faqs }: { faqs: Question[] }) {
  return (
    <ul className={styles.questions}>
      {faqs.map(({ slug, question, answer, bullets }, index) => (
        <li key={slug}>
          <AccordionItem
            group="questions"
            head={
              <h3 className={styles.question} dir="auto">
                {question}
              </h3>
            }
            open={index === 0}
          >
            <Answer answer={answer} bullets={bullets} />
          </AccordionItem>
        </li>
      ))}
    </ul>
  );
}

function Answer({ answer, bullets }: Pick<Question, "answer" | "bullets">) {
  return (
    <div className={styles.answer}>
      <FormattedText text={answer} />
      {bullets.length > 0 && (
        <ul className={`dash-list ${styles.list}`} role="list">
          {bullets.map((bullet, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and the list never changes here
            <li key={index} dir="auto">
              {bullet}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
