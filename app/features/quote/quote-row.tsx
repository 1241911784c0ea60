import { mailTo } from "#app/shared/mail-to.ts";
import { ActionButton } from "#app/ui/admin/action-button.tsx";
import { FoldedText } from "#app/ui/admin/folded-text.tsx";
import { DeleteButton, InboxRow, LeadActions, Moment } from "#app/ui/admin/inbox.tsx";
import { MailLines } from "#app/ui/admin/mail-line.tsx";
import { alert, check, eye, eyeOff } from "#app/ui/glyphs.ts";
import type { OfficeQuote } from "./quote.contract.ts";
import styles from "./quote-row.module.css";

const sources = { quote: "Quote panel", contact: "Contact form" };
const subject = "Re: your message";

interface QuoteRowProps {
  quote: OfficeQuote;
  /** Something about it is on its way. */
  isBusy: boolean;
  /** Somebody opens it, or answers it. */
  onOpen: () => void;
  onRead: (isRead: boolean) => void;
  onSpam: (isSpam: boolean) => void;
  onRetryMail: () => void;
  onDelete: () => void;
}

/** A request as it arrived: who, how to answer, every word as text, and what became of its mails. */
export function QuoteRow({ quote, isBusy, onOpen, onRead, onSpam, onRetryMail, onDelete }: QuoteRowProps) {
  const { slug, email, message, isSpam, spamReason, mail, readAt } = quote;
  const isNew = readAt === undefined && !isSpam;
  return (
    <InboxRow isNew={isNew} action={<DeleteButton of={slug} onClick={onDelete} />}>
      <Who quote={quote} isNew={isNew} />
      <div className={styles.message}>
        {isSpam && spamReason && <p className={styles.spam}>Suspected to be spam: {spamReason}</p>}
        <FoldedText text={message} of={slug} isNew={isNew} onOpen={onOpen} />
        <MailLines mail={mail} of={slug} isBusy={isBusy} onRetry={onRetryMail} />
        <LeadActions of={slug} email={email} reply={mailTo(email, subject)} {...(isNew && { onReply: onOpen })}>
          {!isSpam && (
            <ActionButton
              glyph={isNew ? eye : eyeOff}
              label={isNew ? "Mark read" : "Mark unread"}
              of={slug}
              disabled={isBusy}
              onClick={() => onRead(isNew)}
            />
          )}
          <ActionButton
            glyph={isSpam ? check : alert}
            label={isSpam ? "Not spam" : "Spam"}
            of={slug}
            disabled={isBusy}
            onClick={() => onSpam(!isSpam)}
          />
        </LeadActions>
      </div>
    </InboxRow>
  );
}

function Who({ quote, isNew }: Pick<QuoteRowProps, "quote"> & { isNew: boolean }) {
  const { slug, fullName, email, phoneNumber, source, createdAt, isSpam } = quote;
  return (
    <div className={styles.who}>
      <h2 id={slug} className={styles.name} dir="auto">
        {fullName}
      </h2>
      <a href={mailTo(email, subject)}>{email}</a>
      {phoneNumber && <a href={`tel:${phoneNumber.replace(/[^+\d]/g, "")}`}>{phoneNumber}</a>}
      <p className={styles.meta}>
        {sources[source]}, <Moment at={createdAt} />
      </p>
      {isNew && <p className={styles.unread}>Unread</p>}
      {isSpam && <p className={styles.badge}>Suspected spam</p>}
    </div>
  );
}
