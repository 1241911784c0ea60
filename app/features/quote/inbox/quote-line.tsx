import { memo, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { SelectCheckbox } from "#app/ui/admin/control/select-box.tsx";
import { formatDistantTime } from "#app/ui/admin/text/format-time.ts";
import type { OfficeQuote } from "../quote.contract.ts";
import { otherFacts } from "../quote.form.ts";
import { statusNames } from "../quote.queries.ts";
import styles from "./quote-line.module.css";

/** Actions of a line; the same object for all lines, so that only changed lines re-render. */
export interface LineActions {
  select: (slug: string, isRange: boolean) => void;
  remove: (quote: OfficeQuote) => void;
}

interface QuoteLineProps {
  quote: OfficeQuote;
  /** The filter, as in the URL. */
  search: string;
  isOpen: boolean;
  isSelected: boolean;
  /** One line of the message, so that many fit on a screen. */
  isDense: boolean;
  actions: RefObject<LineActions>;
}

/** A message in the list: sender, words, age, status. Opening it shows everything that is known about it. */
export const QuoteLine = memo(function QuoteLine(props: QuoteLineProps) {
  const { quote, search, isOpen, isSelected, isDense, actions } = props;
  const { slug, fullName, email, message, isSpam, readAt, status, createdAt, owner } = quote;
  const isNew = readAt === undefined && !isSpam;
  const look = [
    styles.line,
    !isDense && styles.card,
    isNew && styles.unread,
    isOpen && styles.open,
    isSelected && styles.selected,
  ];
  return (
    <article className={look.filter(Boolean).join(" ")} aria-labelledby={slug}>
      <SelectCheckbox
        className={styles.check}
        label={`Select the message of ${fullName}`}
        isSelected={isSelected}
        toggle={(isRange) => actions.current.select(slug, isRange)}
      />
      <div className={styles.words}>
        <div className={styles.first}>
          <h2 id={slug} className={`truncate ${styles.name}`} dir="auto">
            <Link
              to={{ pathname: `/quote/${slug}`, search }}
              state={{ keepsFocus: true }}
              preventScrollReset
              aria-current={isOpen || undefined}
            >
              {fullName}
            </Link>
          </h2>
          <span className={`truncate ${styles.email}`}>{email}</span>
          {otherFacts(quote).map(([label, value]) => (
            <span key={label} className={`truncate ${styles.email}`}>{`${label}: ${value}`}</span>
          ))}
          {owner && (
            <span className={`truncate ${styles.owner}`} title={`Owner: ${owner.name}`}>
              <span className="vh">Owner: </span>
              {owner.name}
            </span>
          )}
        </div>
        {isDense ? (
          <p className={styles.message} dir="auto">
            {message}
          </p>
        ) : (
          <Message text={message} of={slug} />
        )}
      </div>
      <div className={`meta ${styles.state}`}>
        {createdAt && (
          <time dateTime={createdAt} title={formatDistantTime(createdAt)}>
            <Age at={createdAt} />
          </time>
        )}
        {isSpam ? (
          <span className={styles.spam}>Suspected spam</span>
        ) : (
          <span className={styles[status]}>
            {isNew && <span className={styles.dot}>Unread</span>}
            {statusNames[status]}
          </span>
        )}
      </div>
      <button
        type="button"
        className={styles.delete}
        aria-describedby={slug}
        onClick={() => actions.current.remove(quote)}
      >
        Delete
      </button>
    </article>
  );
});

/** Whole, or of a very long one the first eight lines and a button for the rest. */
function Message({ text, of }: { text: string; of: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    const measured = new ResizeObserver(([entry]) => {
      const { scrollHeight, clientHeight } = entry?.target ?? {};
      if (!isWhole) setCut((scrollHeight ?? 0) > (clientHeight ?? 0) + 1);
    });
    if (words.current) measured.observe(words.current);
    return () => measured.disconnect();
  }, [isWhole]);
  return (
    <>
      <p ref={words} className={isWhole ? styles.whole : styles.message} dir="auto">
        {text}
      </p>
      {(isCut || isWhole) && (
        <button
          type="button"
          className={styles.more}
          aria-describedby={of}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Less" : "More"}
        </button>
      )}
    </>
  );
}

const minuteMs = 60_000;

/** Age of a message, which grows while it is shown. */
export function Age({ at }: { at: string }) {
  return useSyncExternalStore(onHalfMinute, () => ageOf(at));
}

function onHalfMinute(look: () => void) {
  const timer = setInterval(look, minuteMs / 2);
  return () => clearInterval(timer);
}

/** Age in one unit: "5 min", "3 h", "12 d", and after that the date. `at` is ISO 8601. */
function ageOf(at: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / minuteMs));
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  if (minutes < 30 * 24 * 60) return `${Math.floor(minutes / (24 * 60))} d`;
  return day.format(new Date(at));
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "2-digit" });
