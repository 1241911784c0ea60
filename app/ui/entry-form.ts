import { type FormEvent, useEffect, useRef, useState } from "react";
import { AppError } from "#app/shared/app-error.ts";
import { dropDraft, keepDraft, readDraft } from "#app/shared/form-draft.ts";

type Text = string | string[] | boolean;
export type FormValues = Record<string, Text>;

interface Options<V extends FormValues> {
  /** What the server holds, or blank fields. */
  initial: V;
  /** Of the entry that is being changed; a new one has none. */
  version?: number;
  /** `base` is what the fields held before the changes. */
  save: (values: V, version: number | undefined, base: V) => Promise<unknown>;
  /** After the fields are cleared. */
  onSaved: () => void;
  /** The fields of the newer entry that a refused save brings back. */
  valuesOf?: (entry: never) => V;
  /** Where the draft is kept; the form's address unless a page holds several. */
  draftAt?: string;
}

interface Conflict<V> {
  values: V;
  version: number;
}

export type EntryForm<V extends FormValues> = ReturnType<typeof useEntryForm<V>>;

/** The state of a form of the back office: what stands in it, what the server said, and the draft that outlives a reload. */
export function useEntryForm<V extends FormValues>({
  initial,
  version,
  save,
  onSaved,
  valuesOf,
  draftAt = location.pathname,
}: Options<V>) {
  const [draft] = useState(() => readDraft<V>(draftAt));
  const [base, setBase] = useState(() => ({ values: initial, version: draft ? draft.version : version }));
  const [values, setValues] = useState<V>(() => ({ ...initial, ...draft?.values }));
  const [isRestored, setRestored] = useState(draft !== null);
  const [error, setError] = useState<AppError | null>(null);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const running = useRef(false);
  const isChanged = !same(values, base.values);
  const changed = useRef(isChanged);
  changed.current = isChanged;

  // The server's entry has changed while nothing was typed here: follow it. With something typed, the save will tell.
  const held = JSON.stringify({ values: initial, version });
  const [followed, setFollowed] = useState(held);
  if (held !== followed) {
    setFollowed(held);
    if (!isChanged) {
      setBase({ values: initial, version });
      setValues(initial);
    }
  }

  useEffect(() => {
    if (isChanged) keepDraft(draftAt, { values, version: base.version });
    else dropDraft(draftAt);
  }, [draftAt, values, isChanged, base.version]);

  function reset(next = base) {
    changed.current = false;
    dropDraft(draftAt);
    setBase(next);
    setValues(next.values);
    setRestored(false);
    setError(null);
    setConflict(null);
  }

  async function run(over: number | undefined) {
    if (running.current) return; // a second press while the first is on its way
    running.current = true;
    setSaving(true);
    setError(null);
    setConflict(null);
    try {
      await save(values, over, base.values);
      reset({ values: initial, version });
      onSaved();
    } catch (failure) {
      refuse(failure);
    } finally {
      running.current = false;
      setSaving(false);
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
    const known =
      failure instanceof AppError
        ? failure
        : new AppError("unexpected", "This could not be saved. Try again.", { cause: failure });
    const newer = known.data as { version: number } | undefined;
    if (known.code === "stale" && newer && valuesOf)
      setConflict({ values: valuesOf(newer as never), version: newer.version });
    else setError(known);
  }

  return {
    values,
    set: <K extends keyof V>(name: K, value: V[K]) => setValues((current) => ({ ...current, [name]: value })),
    hasValue: Object.values(values).some(isFilled),
    changed,
    isSaving,
    isRestored: isRestored && isChanged,
    message: error?.message ?? null,
    /** What the server says about one field. */
    problem: (field: string) => error?.errors.find((each) => each.field === field)?.message ?? null,
    submit: (event: FormEvent) => {
      event.preventDefault();
      void run(base.version);
    },
    attempt,
    discard: () => reset(),
    conflict,
    keepMine: () => void run(conflict?.version),
    takeTheirs: () => conflict && reset(conflict),
    decideLater: () => setConflict(null),
  };
}

/** Those of `names` that differ from what was there before: a save touches nothing else. */
export function changesOf<V extends FormValues, K extends keyof V>(
  values: V,
  base: V,
  names: K[],
): Partial<Pick<V, K>> {
  const changed = names.filter((name) => !same(values[name], base[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Pick<V, K>>;
}

/** The lines of a list field that say something. */
export const filledLines = (lines: string[]): string[] => lines.filter((line) => line.trim() !== "");

/** A switch says nothing by itself, whichever way it stands. */
const isFilled = (value: Text): boolean => {
  if (typeof value === "boolean") return false;
  return Array.isArray(value) ? value.some(isFilled) : value.trim() !== "";
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
