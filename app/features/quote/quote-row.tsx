import { mailTo } from "#app/shared/mail-to.ts";
import { FoldedText } from "#app/ui/folded-text.tsx";
import { DeleteButton, InboxRow, Moment } from "#app/ui/inbox.tsx";
import type { Quote } from "./quote.contract.ts";
import styles from "./quote-row.module.css";

const sources = { quote: "Quote panel", contact: "Contact form" };

/** A request as it arrived: who, how to answer, and every word as text. */
export function QuoteRow({ quote, onDelete }: { quote: Quote; onDelete: () => void }) {
  const { slug, fullName, email, phoneNumber, message, source, createdAt } = quote;
  return (
    <InboxRow action={<DeleteButton of={slug} onClick={onDelete} />}>
      <div className={styles.who}>
        <h2 id={slug} className={styles.name} dir="auto">
          {fullName}
        </h2>
        <a href={mailTo(email, "Re: your message")}>{email}</a>
        {phoneNumber && <a href={`tel:${phoneNumber.replace(/[^+\d]/g, "")}`}>{phoneNumber}</a>}
        <p className={styles.meta}>
          {sources[source]}, <Moment at={createdAt} />
        </p>
      </div>
      <FoldedText text={message} />
    </InboxRow>
  );
}
