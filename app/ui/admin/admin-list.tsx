import type { ReactNode } from "react";
import { CrossedBox } from "#app/ui/crossed-box.tsx";
import { plus } from "#app/ui/glyphs.ts";
import styles from "./admin-list.module.css";
import { Failure } from "./failure.tsx";
import { type ListLayout, Placeholder } from "./placeholder.tsx";
import { useReturnedEntry } from "./return-to-entry.ts";
import { RouteButton } from "./route-button.tsx";
import { Heading, Screen, useTitle } from "./screen.tsx";
import { SortableList } from "./sortable.tsx";
import type { SortOrderOptions } from "./use-sort-order.ts";

interface AdminListProps<T> {
  heading: string;
  /** In the document's title, where the heading alone does not say whose list it is. */
  title?: string;
  subline?: ReactNode;
  empty: {
    /** Stands in place of the heading when the server answered with nothing (spec §2). Without it the heading stays. */
    heading?: string;
    text: ReactNode;
  };
  add?: { to: string; label: string };
  /** Undefined until the first answer: an empty list is never claimed before (spec/reading). */
  entries: T[] | undefined;
  error: Error | null;
  onRetry: () => void;
  layout: ListLayout;
  keyOf: (entry: T) => string;
  /** With it, the entries can be moved. */
  order?: SortOrderOptions<T>;
  /** Above the list, as its filter; not there where the empty heading stands alone. */
  bar?: ReactNode;
  /** Under the list, as a button for more. */
  foot?: ReactNode;
  children: (entry: T, index: number) => ReactNode;
}

/** A list of cards with its loading, empty and failure states. */
export function AdminList<T>(props: AdminListProps<T>) {
  const {
    heading,
    title = heading,
    subline,
    empty,
    add,
    entries,
    error,
    onRetry,
    layout,
    keyOf,
    order,
    bar,
    foot,
    children,
  } = props;
  useTitle(title);
  useReturnedEntry(entries !== undefined);
  const addButton = add && <RouteButton to={add.to} label={add.label} kind="ink" size="office" glyph={plus} />;
  const isEmpty = entries?.length === 0 && !error;
  if (isEmpty && empty.heading)
    return (
      <Empty text={empty.text} action={addButton}>
        <Heading text={empty.heading} />
      </Empty>
    );
  return (
    <Screen heading={heading} title={title} subline={subline} action={addButton}>
      {bar}
      {error && <Failure text="The list could not be loaded. Try again." error={error} onRetry={onRetry} />}
      {!entries && !error && <Placeholder layout={layout} />}
      {isEmpty && <Empty text={empty.text} />}
      {entries && entries.length > 0 && order && (
        <SortableList entries={entries} keyOf={keyOf} order={order} className={`${styles.list} ${styles[layout]}`}>
          {children}
        </SortableList>
      )}
      {entries && entries.length > 0 && !order && (
        <ul className={`${styles.list} ${styles[layout]}`}>
          {entries.map((entry, index) => (
            <li key={keyOf(entry)} data-entry={keyOf(entry)}>
              {children(entry, index)}
            </li>
          ))}
        </ul>
      )}
      {foot}
    </Screen>
  );
}

function Empty({ text, action, children }: { text: ReactNode; action?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <div className={styles.glyph}>
        <CrossedBox />
      </div>
      {children}
      <p className={styles.emptyText}>{text}</p>
      {action}
    </div>
  );
}
