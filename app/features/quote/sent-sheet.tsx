import { useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { Mark } from "#app/ui/logo.tsx";
import { fieldOf, filledFields, type MessageValues } from "./quote.form.ts";
import styles from "./sent-sheet.site.module.css";

/** Site texts shown on the finished sheet. */
export interface SentWords {
  sentHeading: string;
  steps: { text: string }[];
  ownWords: string;
  again: string;
}

/** `reference`: by which we and the visitor can name it. */
export type Letter = MessageValues & { reference?: string };

/** The sheet that covers its form. */
export function FinishedSheet({ words, letter, onAgain }: { words: SentWords; letter: Letter; onAgain(): void }) {
  const sheet = useRef<HTMLElement>(null);
  // The keyboard focus, which the emptied form has taken from its button, moves to the sheet.
  useEffect(() => {
    if (document.activeElement?.tagName === "FORM") sheet.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={sheet} className={styles.sheet} tabIndex={-1} aria-label={words.sentHeading}>
      <SentSheet words={words} letter={letter} />
      <Button className={styles.again} kind="line" label={words.again} onClick={onAgain} />
    </section>
  );
}

/** What happens next, and what the visitor wrote. */
export function SentSheet({
  words,
  letter,
  as: Heading = "h3",
}: {
  words: SentWords;
  letter: Letter;
  as?: "h2" | "h3";
}) {
  // A telephone number is not broken at its spaces.
  const from = filledFields(letter, "text", "email", "phone").map(([name, value]) =>
    fieldOf(name).kind === "phone" ? value.replaceAll(" ", "\u00a0") : value,
  );
  const steps = words.steps.filter(({ text }) => text !== "");
  return (
    <>
      <div className={styles.head}>
        <Heading className="h3">{words.sentHeading}</Heading>
        <Mark />
      </div>
      {steps.length > 0 && (
        <ol className={styles.steps} role="list">
          {steps.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      )}
      <figure className={styles.letter}>
        <figcaption>{words.ownWords}</figcaption>
        <blockquote dir="auto">{letter.message}</blockquote>
        <p dir="auto">{from.join(" · ")}</p>
        {letter.reference && <p>{`Reference ${letter.reference}`}</p>}
      </figure>
    </>
  );
}
