import type { Draft } from "#app/browser/admin-draft.ts";
import { AppError } from "#app/shared/app-error.ts";
import { changesOf, type FormValues } from "./fields.ts";
import { isSame, merge } from "./merge.ts";

// What was typed is always typed over a known state of the entry. When the server's state is another by now, it is put over that.

/** An entry as a version has it. `W` is what the server tells its versions by. */
export interface Snapshot<V, W> {
  values: V;
  version: W | undefined;
}

/** What a form keeps on the device: what was typed, over what. */
export const draftOf = <V extends FormValues, W>({ values: base, version }: Snapshot<V, W>, values: V, at: number) => ({
  values: changesOf(values, base) as V,
  base,
  version,
  at,
});

/** What a form begins with: the entry, and over it the draft. `news`: the fields that others have changed since. */
export function reopened<V extends FormValues, W>(
  entry: Snapshot<V, W>,
  draft: Draft<V> | null,
): { base: Snapshot<V, W>; values: V; news: (keyof V & string)[] } {
  if (!draft) return { base: entry, values: entry.values, news: [] };
  // A release may have dropped fields that the draft still has.
  const known = (of: Partial<V> = {}) =>
    Object.fromEntries(Object.entries(of).filter(([field]) => field in entry.values)) as Partial<V>;
  const typedOver = { ...entry.values, ...known(draft.base) };
  const old = { values: typedOver, version: draft.version as W | undefined };
  return {
    ...carryOver(old, { ...typedOver, ...known(draft.values) }, entry),
    news: Object.keys(entry.values).filter((field) => !isSame(entry.values[field], typedOver[field])),
  };
}

/**
 * What was typed over `old`, put over `next`. Fields that both changed keep their old value in the base, and the base its old
 * version: so the next save finds the clash again and asks.
 */
export function carryOver<V extends FormValues, W>(old: Snapshot<V, W>, typed: V, next: Snapshot<V, W>) {
  const { values, clashes } = merge(old.values, typed, next.values);
  if (clashes.length === 0) return { base: next, values, clashes };
  const base = { ...next.values };
  for (const field of clashes) base[field] = old.values[field];
  return { base: { values: base, version: old.version }, values, clashes };
}

/** A save that others overtake again and again is refused in the end. */
const mostMerges = 5;

interface Saving<V extends FormValues, W, R> {
  save: (values: V, version: W | undefined, base: V) => Promise<R>;
  /** What the server holds now, from the data of a save that it refused because somebody else was faster. */
  newer?: (data: never, over: Snapshot<V, W>) => Snapshot<V, W>;
  /** What goes out next, or waits for a choice: `sent` with what others have saved. */
  onMerged: (base: Snapshot<V, W>, sent: V, merged: V) => void;
}

type Outcome<V, W, R> =
  | { isSaved: true; reply: R; sent: V }
  /** Fields that both changed: the editor has to choose. */
  | { isSaved: false; theirs: Snapshot<V, W>; clashes: (keyof V & string)[] };

/** Saves, and where somebody else was faster, once more over theirs. @throws what the server refused otherwise */
export async function saveOver<V extends FormValues, W, R>(
  { save, newer, onMerged }: Saving<V, W, R>,
  from: Snapshot<V, W>,
  typed: V,
): Promise<Outcome<V, W, R>> {
  let [over, sent] = [from, typed];
  for (let tries = 1; ; tries++)
    try {
      return { isSaved: true, reply: await save(sent, over.version, over.values), sent };
    } catch (failure) {
      const isStale = failure instanceof AppError && failure.code === "stale" && failure.data;
      if (!isStale || !newer || tries === mostMerges) throw failure;
      const theirs = newer(failure.data as never, over);
      const { base, values: merged, clashes } = carryOver(over, sent, theirs);
      onMerged(base, sent, merged);
      if (clashes.length > 0) return { isSaved: false, theirs, clashes };
      [over, sent] = [theirs, merged];
    }
}
