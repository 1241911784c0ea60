import { useLayoutEffect, useRef, useState } from "react";
import { moved } from "./drop-place.ts";
import { showFailure } from "./toast.tsx";

export interface OrderOptions<T> {
  /** What a person calls an entry. */
  nameOf: (entry: T) => string;
  /** Keeps the order and reads the list anew. */
  save: (keys: string[]) => Promise<unknown>;
}

/**
 * A list in an order that the editor changes: shown at once, saved one after the other (the last word counts),
 * and back as it was when the server refuses.
 */
export function useOrder<T>(entries: T[], keyOf: (entry: T) => string, { nameOf, save }: OrderOptions<T>) {
  const [keys, setKeys] = useState<string[]>();
  const [news, setNews] = useState("");
  const waiting = useRef<string[]>(undefined);
  const isSaving = useRef(false);
  const shown = keys ? inOrder(entries, keyOf, keys) : entries;
  const keepFocus = useKeptFocus();
  const show = (order: string[] | undefined) => {
    keepFocus();
    setKeys(order);
  };

  async function keep(order: string[]) {
    waiting.current = order;
    show(order);
    if (isSaving.current) return;
    isSaving.current = true;
    while (waiting.current) {
      const next = waiting.current;
      waiting.current = undefined;
      await save(next).catch((error: unknown) => {
        if (!waiting.current) showFailure("The order could not be saved.", error, () => void keep(next));
      });
    }
    isSaving.current = false;
    show(undefined);
  }

  /** Puts the entry at `from` to the place `to`, both counted from zero. */
  function move(from: number, to: number) {
    const entry = shown[from];
    const place = Math.min(Math.max(to, 0), shown.length - 1);
    if (entry === undefined || place === from) return;
    setNews(`“${nameOf(entry)}” is now number ${place + 1} of ${shown.length}.`);
    void keep(moved(shown.map(keyOf), from, place));
  }

  return { shown, move, /** For those who listen. */ news };
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
