import { useRef, useState } from "react";
import { leavesOnPurpose } from "#app/browser/login-data.ts";
import { showFailure } from "../notice/toast.tsx";
import { moved } from "./drop-place.ts";

export interface SortOrderOptions<T> {
  nameOf: (entry: T) => string;
  /** Number of entries, if not all of them are loaded. */
  total?: number;
  /** Saves one move and reloads the list. `order`: keys of the loaded entries after the move. */
  save: (move: Move, order: string[]) => Promise<unknown>;
}

/** A move of one entry to the index `to`, counted from zero. */
export interface Move {
  key: string;
  name: string;
  to: number;
}

/**
 * A sortable list: moves are shown immediately, saved one after the other (of successive moves of the same entry only
 * the last is saved), and rolled back if the server refuses.
 */
export function useSortOrder<T>(
  entries: T[],
  keyOf: (entry: T) => string,
  { nameOf, total, save }: SortOrderOptions<T>,
) {
  const [keys, setKeys] = useState<string[]>();
  const [news, setNews] = useState("");
  const waiting = useRef<{ move: Move; order: string[] }[]>([]);
  const isSaving = useRef(false);
  const shown = keys ? inOrder(entries, keyOf, keys) : entries;
  const count = Math.max(total ?? 0, shown.length);

  async function keep(move: Move, order: string[]) {
    if (waiting.current.at(-1)?.move.key === move.key) waiting.current.pop();
    waiting.current.push({ move, order });
    setKeys(order);
    if (isSaving.current) return;
    isSaving.current = true;
    addEventListener("beforeunload", askToStay);
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const { move: tried, order: wanted } = next;
      await save(tried, wanted).catch((error: unknown) => {
        // Pending moves assumed that this one had succeeded.
        waiting.current = [];
        showFailure("The order could not be saved.", error, () => void keep(tried, wanted));
      });
    }
    removeEventListener("beforeunload", askToStay);
    isSaving.current = false;
    setKeys(undefined);
  }

  /** Moves the entry at index `from` to index `to`, which may be beyond the loaded entries. */
  function move(from: number, to: number) {
    const entry = shown[from];
    const place = Math.min(Math.max(to, 0), count - 1);
    if (entry === undefined || place === from) return;
    const name = nameOf(entry);
    setNews(`“${name}” is now number ${place + 1} of ${count}.`);
    void keep({ key: keyOf(entry), name, to: place }, moved(shown.map(keyOf), from, place));
  }

  return { shown, count, move, /** Announcement for screen readers. */ news };
}

/** What still waits would be lost with the page. */
const askToStay = (event: BeforeUnloadEvent) => !leavesOnPurpose() && event.preventDefault();

/** Sorts the entries by `keys`. Entries not in `keys`, such as ones another user has just added, come last. */
export function inOrder<T>(entries: T[], keyOf: (entry: T) => string, keys: string[]): T[] {
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = (entry: T) => places.get(keyOf(entry)) ?? keys.length;
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other));
}
