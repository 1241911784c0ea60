import { SentSheet, type SentWords } from "#app/features/quote/sent-sheet.tsx";
import { MessagePage } from "./message-page.tsx";
import styles from "./sent.module.css";

export interface SentProps {
  text: string;
  note?: string;
  /** The visitor's message and what happens next. */
  sheet?: { words: SentWords; letter: Parameters<typeof SentSheet>[0]["letter"] };
}

/** Target of a form without JavaScript. Its draft, if there is one, is dropped by app/site/hydration/sent-draft.ts. */
export default function SentPage({ text, note, sheet }: SentProps) {
  return (
    <MessagePage heading={text} text={note} way={{ label: "Back to Home", href: "/" }}>
      {sheet && (
        <div className={styles.sheet}>
          <SentSheet {...sheet} as="h2" />
        </div>
      )}
    </MessagePage>
  );
}
