import { type FormEvent, useEffect, useRef, useState } from "react";
import { dropDraft, keepDraft, readDraft } from "#app/browser/admin-draft.ts";
import { AppError } from "#app/shared/app-error.ts";
import { isSame, merge, type SavedState } from "./merge.ts";

type Text = string | string[] | boolean;
export type FormValues = Record<string, Text>;

interface Options<V extends FormValues> {
  /** What the server holds, or blank fields. */
  initial: V;
  /** Of the entry that is being changed; a new one has none. */
  version?: number;
  /** `base` is what the fields held before the changes. */
  save: (values: V, version: number | undefined, base: V) => Promise<unknown>;
  /** After the fields are cleared; gets what `save` answered. */
  onSaved: (saved: unknown) => void;
  /** The fields of the newer entry that a refused save brings back. */
  valuesOf?: (entry: never) => V;
  /** The entry's saved states, newest first: who changed a field that two people changed. */
  history?: () => Promise<{ data: unknown; author: string; createdAt: string }[]>;
  /** Where the draft is kept; the form's address unless a page holds several. */
  draftAt?: string;
}

/** An entry as a version has it. */
interface Snapshot<V> {
  values: V;
  version: number | undefined;
}

interface Conflict<V> extends Snapshot<V> {
  clashes: (keyof V & string)[];
  states: SavedState<V>[];
}

/** A save that others overtake again and again is refused in the end. */
const mostMerges = 5;

export type EntryForm<V extends FormValues> = ReturnType<typeof useEntryForm<V>>;

/**
 * The state of a form of the back office: what stands in it, what the server said, and the draft that outlives the page.
 * What others save meanwhile comes into the fields that are untouched here; a field that both changed is asked about at the save.
 */
export function useEntryForm<V extends FormValues>({
  initial,
  version,
  save,
  onSaved,
  valuesOf,
  history,
  draftAt = location.pathname,
}: Options<V>) {
  const [draft] = useState(() => readDraft<V>(draftAt));
  const [start] = useState(() => reopened({ values: initial, version }, draft));
  const [base, setBase] = useState<Snapshot<V>>(start.base);
  const [values, setValues] = useState<V>(start.values);
  const [restored, setRestored] = useState(draft && { at: draft.at, news: start.news });
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const running = useRef(false);
  const isMounted = useRef(true);
  const isChanged = !isSame(values, base.values);
  const changed = useRef(isChanged);
  changed.current = isChanged;

  // The server's entry has changed: follow it, and keep what was typed here. Where both changed a field, the save will tell.
  const held = JSON.stringify({ values: initial, version });
  const [followed, setFollowed] = useState(held);
  if (held !== followed) {
    setFollowed(held);
    const merged = merge(base.values, values, initial);
    if (merged.clashes.length === 0) {
      setBase({ values: initial, version });
      setValues(merged.values);
    }
  }

  useEffect(() => {
    if (!isChanged) {
      dropDraft(draftAt);
      setKeptAt(null);
      return;
    }
    const at = Date.now();
    const keeping = keepDraft(draftAt, { values, base: base.values, version: base.version, at });
    void keeping.then((isKept) => isMounted.current && setKeptAt(isKept ? at : null));
  }, [draftAt, values, isChanged, base]);

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  function reset(next: Snapshot<V>) {
    changed.current = false;
    dropDraft(draftAt);
    setBase(next);
    setValues(next.values);
    setRestored(null);
    setError(null);
    setConflict(null);
  }

  async function run(from: Snapshot<V>, typed: V) {
    if (running.current) return; // a second press while the first is on its way
    running.current = true;
    setSaving(true);
    setError(null);
    setConflict(null);
    try {
      const saved = await saveOver(from, typed);
      if (!saved) return;
      reset({ values: initial, version });
      onSaved(saved.reply);
    } catch (failure) {
      refuse(failure);
    } finally {
      running.current = false;
      setSaving(false);
    }
  }

  /** Saves, and where somebody else was faster, once more over theirs. @returns nothing when the editor has to choose */
  async function saveOver(from: Snapshot<V>, typed: V): Promise<{ reply: unknown } | undefined> {
    let [over, mine] = [from, typed];
    for (let tries = 1; ; tries++)
      try {
        return { reply: await save(mine, over.version, over.values) };
      } catch (failure) {
        const theirs = newerOf(failure);
        if (!theirs || tries === mostMerges) throw failure;
        const { values: merged, clashes } = merge(over.values, mine, theirs.values);
        const known = clashes.length > 0 ? partly(theirs, over, clashes) : theirs;
        setBase(known);
        setValues(merged);
        if (clashes.length > 0) {
          setConflict({ ...theirs, clashes, states: await statesOf() });
          return undefined;
        }
        [over, mine] = [theirs, merged];
      }
  }

  function newerOf(failure: unknown): Snapshot<V> | undefined {
    if (!(failure instanceof AppError && failure.code === "stale" && failure.data && valuesOf)) return undefined;
    const entry = failure.data as { version: number };
    return { values: valuesOf(entry as never), version: entry.version };
  }

  /** Without the history the question can be asked too; it names nobody then. */
  async function statesOf(): Promise<SavedState<V>[]> {
    try {
      const states = (await history?.()) ?? [];
      return states.map(({ data, ...state }) => ({ ...state, values: valuesOf?.(data as never) as V }));
    } catch (failure) {
      console.error("The history could not be read", failure);
      return [];
    }
  }

  /** Makes a call that checks the fields as a save does, and saves nothing; what it refuses is told as a save's refusal is. */
  async function attempt<T>(work: (values: V, base: V) => Promise<T>): Promise<T | undefined> {
    setError(null);
    try {
      return await work(values, base.values);
    } catch (failure) {
      refuse(failure);
      return undefined;
    }
  }

  function refuse(failure: unknown) {
    console.error("Save failed", failure);
    setError(
      failure instanceof AppError
        ? failure
        : new AppError("unexpected", "This could not be saved. Try again.", { cause: failure }),
    );
  }

  /** @returns how to take it back, in this form or, when that is closed by then, in the next one at this address */
  function discard(): () => void {
    const gone = { values, base: base.values, version: base.version, at: Date.now() };
    reset({ values: initial, version });
    return () => {
      void keepDraft(draftAt, gone);
      if (!isMounted.current) return;
      const again = reopened({ values: initial, version }, gone);
      setBase(again.base);
      setValues(again.values);
    };
  }

  return {
    values,
    set: <K extends keyof V>(name: K, value: V[K]) => setValues((current) => ({ ...current, [name]: value })),
    hasValue: Object.values(values).some(isFilled),
    changed,
    isSaving,
    /** Where the draft is kept. */
    draftAt,
    /** What was typed before this form was opened is back in it: when it was typed, and what others have changed since. */
    restored: isChanged ? restored : null,
    /** When the draft went to the disk, in milliseconds; null where there is none. */
    keptAt: isChanged ? keptAt : null,
    message: error?.message ?? null,
    /** What the server says about one field. */
    problem: (field: string) => error?.errors.find((each) => each.field === field)?.message ?? null,
    submit: (event: FormEvent) => {
      event.preventDefault();
      void run(base, values);
    },
    attempt,
    discard,
    conflict,
    keepMine: () => conflict && void run(conflict, values),
    /** Theirs where both changed a field; what else was typed here stays and is still to be saved. */
    takeTheirs: () => {
      if (!conflict) return;
      const chosen = { ...values };
      for (const field of conflict.clashes) chosen[field] = conflict.values[field];
      setBase(conflict);
      setValues(chosen);
      setConflict(null);
    },
    decideLater: () => setConflict(null),
  };
}

/** What a form begins with: the entry, and over it the draft. `news`: the fields that others have changed since. */
function reopened<V extends FormValues>(entry: Snapshot<V>, draft: { values: V; base?: V; version?: number } | null) {
  if (!draft) return { base: entry, values: entry.values, news: [] };
  const typedOver = { ...entry.values, ...draft.base };
  const typed = { ...typedOver, ...draft.values };
  const { values, clashes } = merge(typedOver, typed, entry.values);
  const old = { values: typedOver, version: draft.version };
  return {
    base: clashes.length > 0 ? partly(entry, old, clashes) : entry,
    values,
    news: (Object.keys(entry.values) as (keyof V & string)[]).filter(
      (field) => !isSame(entry.values[field], typedOver[field]),
    ),
  };
}

/** The newer entry, but for the fields that have to be asked about: with their old values the next save finds the clash again. */
function partly<V extends FormValues>(newer: Snapshot<V>, older: Snapshot<V>, clashes: (keyof V & string)[]) {
  const values = { ...newer.values };
  for (const field of clashes) values[field] = older.values[field];
  return { values, version: older.version };
}

/** Those of `names` that differ from what was there before: a save touches nothing else. */
export function changesOf<V extends FormValues, K extends keyof V>(
  values: V,
  base: V,
  names = Object.keys(base) as K[],
): Partial<Pick<V, K>> {
  const changed = names.filter((name) => !isSame(values[name], base[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Pick<V, K>>;
}

/** The lines of a list field that say something. */
export const filledLines = (lines: string[]): string[] => lines.filter((line) => line.trim() !== "");

/** A switch says nothing by itself, whichever way it stands. */
const isFilled = (value: Text): boolean => {
  if (typeof value === "boolean") return false;
  return Array.isArray(value) ? value.some(isFilled) : value.trim() !== "";
};
