import type { MailState } from "#app/shared/mail-state.ts";
import { alert, check, clock, undo } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ActionButton } from "./action-button.tsx";
import { Moment } from "./inbox.tsx";
import styles from "./mail-line.module.css";

/** What a person calls the kinds of mail. */
export const mailKinds: Record<string, string> = {
  "quote-notice": "Mail to us",
  "quote-receipt": "Acknowledgement to the visitor",
  "quote-reply": "Answer to the visitor",
  "held-back": "Daily count of suspected spam",
  "subscription-confirm": "Question for confirmation",
};

interface MailLinesProps {
  mail: MailState[];
  /** Id of the heading that says whose mail it is. */
  of: string;
  isBusy: boolean;
  onRetry: () => void;
}

/** How the mails of one lead fare: sent, waiting, or failed and why. */
export function MailLines({ mail, of, isBusy, onRetry }: MailLinesProps) {
  if (mail.length === 0) return null;
  // One that was sent again stands for those before it.
  const newest = [...new Map(mail.map((each) => [each.kind, each])).values()];
  const isStuck = newest.some(({ state, lastError }) => state === "failed" || (state === "waiting" && lastError));
  return (
    <div className={styles.mail}>
      <ul className={styles.lines}>
        {newest.map((each) => (
          <li key={each.kind}>
            <MailLine mail={each} />
          </li>
        ))}
      </ul>
      {isStuck && (
        <ActionButton glyph={undo} label={isBusy ? "Sending" : "Retry"} of={of} disabled={isBusy} onClick={onRetry} />
      )}
    </div>
  );
}

const glyphs = { sent: check, waiting: clock, failed: alert };

function MailLine({ mail: { kind, state, attempts, lastError, sentAt } }: { mail: MailState }) {
  return (
    <div className={`${styles.line} ${styles[state]}`}>
      <Icon of={glyphs[state]} small />
      <div>
        {mailKinds[kind] ?? kind}: {state}
        {state === "sent" && sentAt && (
          <>
            {" "}
            <Moment at={sentAt} />
          </>
        )}
        {state !== "sent" && attempts > 0 && ` after ${attempts === 1 ? "one try" : `${attempts} tries`}`}
        {state !== "sent" && lastError && <MailReason text={lastError} />}
      </div>
    </div>
  );
}

/** Longer answers of mail servers are paragraphs of policy; their beginning says what it is. */
const shortReason = 120;

/** What a mail server said: in one or two lines, all of it on demand. */
export function MailReason({ text }: { text: string }) {
  if (text.length <= shortReason) return <p className={styles.why}>{text}</p>;
  return (
    <details className={styles.why}>
      <summary>{text.slice(0, shortReason).trimEnd()} …</summary>
      <p>{text}</p>
    </details>
  );
}
