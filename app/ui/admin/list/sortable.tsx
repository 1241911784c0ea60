import { createContext, type KeyboardEvent, type ReactNode, useContext, useRef, useState } from "react";
import { grip } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { MoveDialog } from "../dialog/move-dialog.tsx";
import styles from "./sortable.module.css";
import { useDrag } from "./use-drag.ts";
import { type SortOrderOptions, useSortOrder } from "./use-sort-order.ts";

interface Placed {
  name: string;
  /** Index from zero. */
  place: number;
  count: number;
  move: (to: number) => void;
  /** Opens the dialog that asks for a position number. */
  askPlace: () => void;
  onGrab: (event: React.PointerEvent<HTMLElement>) => void;
}

const PlaceContext = createContext<Placed | null>(null);

/** Position of the enclosing list entry and the functions that change it; null if the list is not sortable. */
export const usePlace = () => useContext(PlaceContext);

interface SortableListProps<T> {
  entries: T[];
  keyOf: (entry: T) => string;
  order: SortOrderOptions<T>;
  className: string;
  children: (entry: T, index: number) => ReactNode;
}

/** A list whose entries can be moved by their grips (mouse, touch, arrow keys) and from their menus. */
export function SortableList<T>({ entries, keyOf, order, className, children }: SortableListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const { shown, count, move, news } = useSortOrder(entries, keyOf, order);
  const [asked, setAsked] = useState<Placed | null>(null);
  const drag = useDrag(list, shown.map(keyOf), move);
  return (
    <>
      <ul className={className} ref={list}>
        {shown.map((entry, place) => {
          const key = keyOf(entry);
          const placed: Placed = {
            name: order.nameOf(entry),
            place,
            count,
            move: (to) => move(place, to),
            askPlace: () => setAsked(placed),
            onGrab: (event) => drag.grab(event, place),
          };
          return (
            <li
              key={key}
              data-entry={key}
              className={drag.heldKey === key ? styles.held : undefined}
              style={{ order: drag.placeOf(key) }}
            >
              <PlaceContext value={count > 1 ? placed : null}>{children(entry, place)}</PlaceContext>
            </li>
          );
        })}
      </ul>
      <p className="vh" role="status">
        {news}
      </p>
      <MoveDialog entry={asked} onClose={() => setAsked(null)} />
    </>
  );
}

const steps: Record<string, (place: number, count: number) => number> = {
  ArrowUp: (place) => place - 1,
  ArrowLeft: (place) => place - 1,
  ArrowDown: (place) => place + 1,
  ArrowRight: (place) => place + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The drag handle of an entry; renders nothing outside a sortable list. */
export function Grip() {
  const placed = usePlace();
  if (!placed) return null;
  const { name, place, count, move, onGrab } = placed;
  const step = (event: KeyboardEvent) => {
    const to = steps[event.key]?.(place, count);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(to);
  };
  const toward = (to: number, way: string) =>
    to >= 0 &&
    to < count && (
      <button
        type="button"
        className="vh"
        tabIndex={-1}
        aria-label={`${way} one place: ${name}`}
        onClick={() => move(to)}
      />
    );
  return (
    <>
      <button
        type="button"
        className={`square ${styles.grip}`}
        aria-label={`Move ${name}, number ${place + 1} of ${count}`}
        title="Drag to move, or use the arrow keys"
        onPointerDown={onGrab}
        onKeyDown={step}
      >
        <Icon of={grip} small />
      </button>
      {/* For screen readers in browse mode, which keep the arrow keys. */}
      {toward(place - 1, "Up")}
      {toward(place + 1, "Down")}
    </>
  );
}
