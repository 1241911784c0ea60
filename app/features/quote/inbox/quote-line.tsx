import { memo, type RefObject } from "react";
import { Link } from "react-router";
import type { OfficeQuote } from "../quote.contract.ts";
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
  actions: RefObject<LineActions>;
}

/** A message as one line of the list: sender, beginning, age, status. Opening it shows the rest. */
export const QuoteLine = memo(function QuoteLine({ quote, search, isOpen, isSelected, actions }: QuoteLineProps) {
  const { slug, fullName, email, message, isSpam, readAt, status, createdAt } = quote;
  const isNew = readAt === undefined && !isSpam;
  const look = [styles.line, isNew && styles.unread, isOpen && styles.open, isSelected && styles.selected];
  return (
    <article className={look.filter(Boolean).join(" ")} aria-labelledby={slug}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={`Select the message of ${fullName}`}
          onChange={(event) => actions.current.select(slug, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </label>
      <div className={styles.words}>
        <div className={styles.first}>
          <h2 id={slug} className={styles.name} dir="auto">
            <Link
              to={{ pathname: `/quote/${slug}`, search }}
              state={{ keepsFocus: true }}
              preventScrollReset
              aria-current={isOpen || undefined}
            >
              {fullName}
            </Link>
          </h2>
          <span className={styles.email}>{email}</span>
        </div>
        <p className={styles.message} dir="auto">
          {message}
        </p>
      </div>
      <div className={styles.state}>
        {createdAt && (
          <time dateTime={createdAt} title={createdAt}>
            {ageOf(createdAt)}
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

const minuteMs = 60_000;

/** Age in one unit: "5 min", "3 h", "12 d", and after that the date. `at` is ISO 8601. */
export function ageOf(at: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / minuteMs));
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  if (minutes < 30 * 24 * 60) return `${Math.floor(minutes / (24 * 60))} d`;
  return day.format(new Date(at));
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "2-digit" });
