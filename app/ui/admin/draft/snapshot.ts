import type { Draft } from "#app/browser/admin-draft.ts";
import { AppError } from "#app/shared/app-error.ts";
import { changesOf, type FormValues } from "../form/fields.ts";
import { isUnanswered } from "../notice/failure-kind.ts";
import { isSame, merge } from "./merge.ts";

// Edits are always relative to a known state of the entry. If the server's state has changed since, they are rebased.

/** The values of an entry at one version. `W`: the type of the version. */
export interface Snapshot<V, W> {
  values: V;
  version: W | undefined;
}

/** `stored`: the values that the server's draft held when these were typed; null without one. */
export interface Edits<V, W> {
  base: Snapshot<V, W>;
  values: V;
  stored: V | null;
}

/** The draft of a form: the changed values and the state that they were based on. */
export const draftOf = <V extends FormValues, W>({ base, values, stored }: Edits<V, W>, at: number) => ({
  values: changesOf(values, base.values) as V,
  base: base.values,
  stored: stored && changesOf(stored, base.values),
  version: base.version,
  at,
});

/** Initial state of a form: the entry with the draft applied. `news`: fields that others have changed since. */
export function reopened<V extends FormValues, W>(
  entry: Snapshot<V, W>,
  draft: Draft<V> | null,
): { base: Snapshot<V, W>; values: V; news: (keyof V & string)[] } {
  if (!draft) return { base: entry, values: entry.values, news: [] };
  // Drop fields that a newer release no longer has.
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
 * Rebases what was typed over `old` onto `next`. Conflicting fields keep their old value in the base, and the base
 * keeps its old version, so that the next save detects the conflict again and asks.
 */
export function carryOver<V extends FormValues, W>(old: Snapshot<V, W>, typed: V, next: Snapshot<V, W>) {
  const { values, clashes } = merge(old.values, typed, next.values);
  if (clashes.length === 0) return { base: next, values, clashes };
  const base = { ...next.values };
  for (const field of clashes) base[field] = old.values[field];
  return { base: { values: base, version: old.version }, values, clashes };
}

/** Number of tries before a save that others keep overtaking is given up. */
const maxMerges = 5;

interface Saving<V extends FormValues, W, R> {
  save: (values: V, version: W | undefined, base: V) => Promise<R>;
  /** Extracts the current server state from the data of a save refused because of a newer version. */
  newer?: (data: never, over: Snapshot<V, W>) => Snapshot<V, W>;
  /**
   * Called with the rebased values that are saved next or, in a conflict, wait for the editor's choice. `sent`: the
   * values before the merge.
   */
  onMerged: (base: Snapshot<V, W>, sent: V, merged: V) => void;
  /** What saves without an answer have sent; the server may have stored one of them. */
  unanswered?: V[];
}

type Outcome<V, W, R> =
  /** `over`: what was sent replaced this. */
  | { isSaved: true; reply: R; sent: V; over: V }
  /** Both sides changed these fields, so the editor has to choose. */
  | { isSaved: false; theirs: Snapshot<V, W>; clashes: (keyof V & string)[] };

/**
 * Saves; if somebody else saved first, rebases onto their version and tries again.
 * @throws any other refusal of the server
 */
export async function saveOver<V extends FormValues, W, R>(
  { save, newer, onMerged, unanswered = [] }: Saving<V, W, R>,
  from: Snapshot<V, W>,
  typed: V,
): Promise<Outcome<V, W, R>> {
  let [over, sent] = [from, typed];
  for (let tries = 1; ; tries++)
    try {
      return { isSaved: true, reply: await save(sent, over.version, over.values), sent, over: over.values };
    } catch (failure) {
      if (isUnanswered(failure)) unanswered.push(sent);
      const isStale = failure instanceof AppError && failure.code === "stale" && failure.data;
      if (!isStale || !newer || tries === maxMerges) throw failure;
      const theirs = newer(failure.data as never, over);
      const own = unanswered.find((values) => isSame(values, theirs.values));
      const { base, values: merged, clashes } = carryOver(own ? theirs : over, sent, theirs);
      onMerged(base, sent, merged);
      if (clashes.length > 0) return { isSaved: false, theirs, clashes };
      [over, sent] = [theirs, merged];
    }
}

/**
 * The values of an entry after `sent` was saved over `over`, if it was loaded again meanwhile: with what others have saved
 * since, also in the same fields.
 */
export function savedValues<V extends FormValues>(over: V, sent: V, loaded: V): V {
  const { values, clashes } = merge(over, sent, loaded);
  return { ...values, ...Object.fromEntries(clashes.map((field) => [field, loaded[field]])) };
}
