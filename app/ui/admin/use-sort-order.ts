import { useLayoutEffect, useRef, useState } from "react";
import { moved } from "./drop-place.ts";
import { showFailure } from "./toast.tsx";

export interface SortOrderOptions<T> {
  /** What a person calls an entry. */
  nameOf: (entry: T) => string;
  /** How many there are, where not all of them are loaded. */
  total?: number;
  /** Keeps one move and reads the list anew. `order`: of the entries that are loaded, after the move. */
  save: (move: Move, order: string[]) => Promise<unknown>;
}

/** One entry and the place where it went, counted from zero. */
export interface Move {
  key: string;
  name: string;
  to: number;
}

/**
 * A list in an order that the editor changes: shown at once, saved one move after the other (of quick moves of one entry the
 * last counts), and back as it was when the server refuses.
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
  const keepFocus = useKeptFocus();
  const show = (order: string[] | undefined) => {
    keepFocus();
    setKeys(order);
  };

  async function keep(move: Move, order: string[]) {
    if (waiting.current.at(-1)?.move.key === move.key) waiting.current.pop();
    waiting.current.push({ move, order });
    show(order);
    if (isSaving.current) return;
    isSaving.current = true;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const { move: tried, order: wanted } = next;
      await save(tried, wanted).catch((error: unknown) => {
        // What was to follow was meant for the list as it would have been.
        waiting.current = [];
        showFailure("The order could not be saved.", error, () => void keep(tried, wanted));
      });
    }
    isSaving.current = false;
    show(undefined);
  }

  /** Puts the entry at `from` to the place `to`, both counted from zero; `to` may lie beyond what is loaded. */
  function move(from: number, to: number) {
    const entry = shown[from];
    const place = Math.min(Math.max(to, 0), count - 1);
    if (entry === undefined || place === from) return;
    const name = nameOf(entry);
    setNews(`“${name}” is now number ${place + 1} of ${count}.`);
    void keep({ key: keyOf(entry), name, to: place }, moved(shown.map(keyOf), from, place));
  }

  return { shown, count, move, /** For those who listen. */ news };
}

/** What is not named, as an entry that somebody else has added, follows. */
export function inOrder<T>(entries: T[], keyOf: (entry: T) => string, keys: string[]): T[] {
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = (entry: T) => places.get(keyOf(entry)) ?? keys.length;
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** A browser takes the focus from an element that is moved in the document. @returns notes what has it before a move */
function useKeptFocus() {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    const before = focused.current;
    focused.current = null;
    if (before instanceof HTMLElement && before.isConnected && document.activeElement !== before) before.focus();
  });
  return () => {
    focused.current = document.activeElement;
  };
}
