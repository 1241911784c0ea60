import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { Button } from "./button.tsx";
import { trash } from "./glyphs.ts";
import { Icon } from "./icon.tsx";
import styles from "./inbox.module.css";

/** One entry that a visitor sent: its parts side by side, stacked below lg. */
export function InboxRow({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <article className={styles.row}>
      {children}
      <div className={styles.action}>{action}</div>
    </article>
  );
}

/** `of` is the id of the heading that says whose entry it is. */
export function DeleteButton({ of, onClick }: { of: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.delete} aria-describedby={of} onClick={onClick}>
      <Icon of={trash} small />
      Delete
    </button>
  );
}

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** When something arrived, in the reader's own time zone. `at` is ISO 8601. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{moment.format(new Date(at))}</time>;
}

/** The search that a link into an inbox carries (`?q=`), and the line that says so. */
export function useFilter(what: string): { q: string; line: ReactNode } {
  const [params] = useSearchParams();
  const q = params.get("q")?.trim().slice(0, 200) ?? "";
  const line = q && (
    <>
      Matching “{q}”.{" "}
      <Link to="." className={styles.link}>
        Show all {what}
      </Link>
    </>
  );
  return { q, line };
}

interface ShowMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

export function ShowMore({ query }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button
        kind="line"
        size="office"
        label="Show more"
        busy={query.isFetchingNextPage}
        busyLabel="Loading"
        onClick={() => query.fetchNextPage()}
      />
    </div>
  );
}
