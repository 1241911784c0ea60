import type { ReactNode } from "react";
import { CrossedBox } from "#app/ui/crossed-box.tsx";
import { plus } from "#app/ui/glyphs.ts";
import { RouteButton } from "../control/route-button.tsx";
import { SelectProvider } from "../control/select-box.tsx";
import { Failure } from "../notice/failure.tsx";
import { type ListLayout, Placeholder } from "../notice/placeholder.tsx";
import { Heading, Screen, useTitle } from "../screen/screen.tsx";
import styles from "./admin-list.module.css";
import { useReturnedEntry } from "./return-to-entry.ts";
import { SortableList } from "./sortable.tsx";
import type { SortOrderOptions } from "./use-sort-order.ts";

interface AdminListProps<T> {
  heading: string;
  /** Document title, where the heading alone is ambiguous. Defaults to the heading. */
  title?: string;
  subline?: ReactNode;
  empty: {
    /** Replaces the heading after a successful empty reply. Without it the heading stays. */
    heading?: string;
    text: ReactNode;
  };
  add?: { to: string; label: string };
  /** Undefined until the first reply: a list is never called empty before that. */
  entries: T[] | undefined;
  error: Error | null;
  onRetry: () => void;
  layout: ListLayout;
  /** Whether its cards begin with a picture, which the placeholder then draws. */
  hasPictures?: boolean | undefined;
  keyOf: (entry: T) => string;
  /** Makes the entries sortable. */
  order?: SortOrderOptions<T>;
  /** Makes the entries selectable: each must render a SelectBox. */
  selecting?: {
    has: (key: string) => boolean;
    toggle: (key: string, isRange: boolean) => void;
    nameOf: (entry: T) => string;
  };
  /** Shown above the list (a filter, for example); hidden when `empty.heading` is shown. */
  bar?: ReactNode;
  /** Shown below the list (a "Show more" button, for example). */
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
    hasPictures,
    keyOf,
    order,
    selecting,
    bar,
    foot,
  } = props;
  const children = (entry: T, index: number) => {
    const key = keyOf(entry);
    const rendered = props.children(entry, index);
    if (!selecting) return rendered;
    const { has, toggle, nameOf } = selecting;
    const selectable = {
      name: nameOf(entry),
      isSelected: has(key),
      toggle: (isRange: boolean) => toggle(key, isRange),
    };
    return <SelectProvider value={selectable}>{rendered}</SelectProvider>;
  };
  useTitle(title);
  useReturnedEntry(entries !== undefined);
  const addButton = add && <RouteButton to={add.to} label={add.label} kind="ink" glyph={plus} />;
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
      {error && <Failure text="The list could not be loaded." error={error} onRetry={onRetry} />}
      {!entries && !error && <Placeholder {...{ layout, hasPictures }} />}
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
    <div className={`stack gap-16 ${styles.empty}`}>
      <div className={styles.glyph}>
        <CrossedBox />
      </div>
      {children}
      <p className={styles.emptyText}>{text}</p>
      {action}
    </div>
  );
}
