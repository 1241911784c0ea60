import type { MailState } from "#app/shared/mail-state.ts";
import { beginningOf } from "#app/shared/text/beginning.ts";
import { alert, check, clock, undo } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ActionButton } from "../control/action-button.tsx";
import { Time } from "./inbox.tsx";
import styles from "./mail-line.module.css";

export const mailKinds: Record<string, string> = {
  "quote-notice": "Mail to us",
  "quote-receipt": "Acknowledgement to the visitor",
  "quote-reply": "Answer to the visitor",
  "quote-owner": "Mail to the new owner",
  "quote-owner-bulk": "Mail to the new owner of several messages",
  "user-invitation": "Invitation",
  "user-reset": "Reset link",
  "approval-request": "Mail to the client",
  "approval-answer": "A client’s answer",
  "held-back": "Daily count of suspected spam",
  "subscription-confirm": "Question for confirmation",
};

interface MailLinesProps {
  mail: MailState[];
  /** Id of the heading that identifies the lead. */
  of: string;
  isBusy: boolean;
  /** Sends again; undefined where nothing can be sent. */
  onRetry: (() => void) | undefined;
}

/** The delivery state of a lead's emails: sent, waiting, or failed with the reason. */
export function MailLines({ mail, of, isBusy, onRetry }: MailLinesProps) {
  if (mail.length === 0) return null;
  // Show only the latest email of each kind: a resent one replaces the one before.
  const newest = [...new Map(mail.map((each) => [each.kind, each])).values()];
  const isStuck = newest.some(({ state, lastError }) => state === "failed" || (state === "waiting" && lastError));
  return (
    <div className={`stack gap-8 ${styles.mail}`}>
      <ul className="stack gap-2">
        {newest.map((each) => (
          <li key={each.kind}>
            <MailLine mail={each} />
          </li>
        ))}
      </ul>
      {isStuck && onRetry && (
        <ActionButton glyph={undo} label={isBusy ? "Sending" : "Retry"} of={of} disabled={isBusy} onClick={onRetry} />
      )}
    </div>
  );
}

const glyphs = { sent: check, waiting: clock, failed: alert };

function MailLine({ mail: { kind, state, attempts, lastError, sentAt } }: { mail: MailState }) {
  return (
    <div className={`meta ${styles.line} ${styles[state]}`}>
      <Icon of={glyphs[state]} small />
      <div>
        {mailKinds[kind] ?? kind}: {state}
        {state === "sent" && sentAt && (
          <>
            {" "}
            <Time at={sentAt} />
          </>
        )}
        {state !== "sent" && attempts > 0 && ` after ${attempts === 1 ? "one try" : `${attempts} tries`}`}
        {lastError && <MailReason text={lastError} />}
      </div>
    </div>
  );
}

/**
 * Characters shown before a mail server's reply is collapsed; longer ones are mostly policy text after a telling start.
 */
const shortReason = 120;

/** A mail server's reply; collapsed if it is long. */
export function MailReason({ text }: { text: string }) {
  if (text.length <= shortReason) return <p className={styles.why}>{text}</p>;
  return (
    <details className={styles.why}>
      <summary>{beginningOf(text, shortReason)}</summary>
      <p>{text}</p>
    </details>
  );
}
