import { useEffect } from "react";
import { dropSentDraft } from "#app/browser/unsent-messages.ts";
import { SentSheet, type SentWords } from "#app/features/quote/sent-sheet.tsx";
import { MessagePage } from "./message-page.tsx";
import styles from "./sent.module.css";

export interface SentProps {
  text: string;
  note?: string;
  /** The visitor's message and what happens next. */
  sheet?: { words: SentWords; letter: Parameters<typeof SentSheet>[0]["letter"] };
}

/** Target of a form without JavaScript. */
export default function SentPage({ text, note, sheet }: SentProps) {
  useEffect(dropDraft, []);
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

/** The form's script, if it kept a draft before the browser sent the message, has not learnt of it. */
function dropDraft() {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Back or a reload may come after another message was begun.
  if (navigation?.type !== "navigate") return;
  const [, , form] = location.pathname.split("/");
  if (form) dropSentDraft(form);
}
