import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Draft, dropDraft, keepDraft, readDraft } from "#app/browser/admin-draft.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { FormValues } from "./fields.ts";
import { isSame, merge } from "./merge.ts";
import { carryOver, draftOf, reopened, type Snapshot, saveOver } from "./snapshot.ts";

/** Who gave a field the value that it has on the server, and when. */
export type Authors = Record<string, { author: string; createdAt: string }>;

interface Options<V extends FormValues, W, R> {
  /** What the server holds, or blank fields. */
  initial: V;
  /** Of the entry that is being changed; a new one has none. */
  version?: W;
  /** `base` is what the fields held before the changes. */
  save: (values: V, version: W | undefined, base: V) => Promise<R>;
  /** After the fields are cleared; gets what `save` answered. */
  onSaved: (saved: R) => void;
  /** What the server holds now, from the data of a save that it refused because somebody else was faster. */
  newer?: (data: never, over: Snapshot<V, W>) => Snapshot<V, W>;
  /** Who changed these fields last; asked where two people changed them. */
  authors?: (fields: string[]) => Promise<Authors>;
  onRefused?: (error: AppError) => void;
  /** Where the draft is kept; the form's address unless a page holds several. */
  draftAt?: string;
  /** What an earlier release kept in another shape. */
  upgradeDraft?: (draft: Draft<V>) => Draft<V>;
}

interface Conflict<V, W> extends Snapshot<V, W> {
  clashes: (keyof V & string)[];
  authors: Authors;
}

export type EntryForm<V extends FormValues> = Omit<ReturnType<typeof useEntryForm<V, unknown, unknown>>, "conflict"> & {
  conflict: Pick<Conflict<V, unknown>, "values" | "clashes" | "authors"> | null;
};

/**
 * The state of a form of the back office: what stands in it, what the server said, and the draft that outlives the page.
 * What others save meanwhile comes into the fields that are untouched here; a field that both changed is asked about at the save.
 */
export function useEntryForm<V extends FormValues, W = number, R = unknown>({
  initial,
  version,
  save,
  onSaved,
  newer,
  authors,
  onRefused,
  draftAt = location.pathname,
  upgradeDraft = (draft) => draft,
}: Options<V, W, R>) {
  const entry: Snapshot<V, W> = { values: initial, version };
  const [draft] = useState(() => {
    const kept = readDraft<V>(draftAt);
    return kept && upgradeDraft(kept);
  });
  const [start] = useState(() => reopened(entry, draft));
  const [base, setBase] = useState(start.base);
  const [values, setValues] = useState(start.values);
  const [restored, setRestored] = useState(draft && { at: draft.at, news: start.news });
  const [error, setError] = useState<AppError | null>(null);
  const [conflict, setConflict] = useState<Conflict<V, W> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const running = useRef(false);
  const isMounted = useIsMounted();
  const isChanged = !isSame(values, base.values);
  const changed = useRef(isChanged);
  changed.current = isChanged;
  const keptAt = useKeptDraft(draftAt, base, values, isMounted);
  const latest = useRef({ entry, values });
  latest.current = { entry, values };

  // The server's entry has changed: follow it, and keep what was typed here. Where both changed a field, the save will tell.
  const held = JSON.stringify(entry);
  const [followed, setFollowed] = useState(held);
  if (held !== followed) {
    setFollowed(held);
    const carried = carryOver(base, values, entry);
    setBase(carried.base);
    setValues(carried.values);
  }

  function reset(next: Snapshot<V, W>, kept = next.values) {
    changed.current = !isSame(kept, next.values);
    if (!changed.current) dropDraft(draftAt);
    setBase(next);
    setValues(kept);
    setRestored(null);
    setError(null);
    setConflict(null);
  }

  /** A changed entry stands as it was sent, a new one leaves the fields empty. What was typed while the save travelled is new and stays. */
  function settle(sent: V) {
    const now = latest.current;
    const next = now.entry.version === undefined ? now.entry : { ...now.entry, values: sent };
    reset(next, merge(sent, now.values, next.values).values);
  }

  function onMerged(known: Snapshot<V, W>, sent: V, merged: V) {
    setBase(known);
    setValues((now) => merge(sent, now, merged).values);
  }

  async function run(from: Snapshot<V, W>, typed: V) {
    if (running.current) return; // a second press while the first is on its way
    running.current = true;
    setSaving(true);
    setError(null);
    setConflict(null);
    try {
      const outcome = await saveOver({ save, newer, onMerged }, from, typed);
      if (outcome.isSaved) {
        settle(outcome.sent);
        onSaved(outcome.reply);
      } else {
        const { theirs, clashes } = outcome;
        setConflict({ ...theirs, clashes, authors: await authorsOf(clashes) });
      }
    } catch (failure) {
      refuse(failure);
    } finally {
      running.current = false;
      setSaving(false);
    }
  }

  /** Without the history the question can be asked too; it names nobody then. */
  async function authorsOf(fields: string[]): Promise<Authors> {
    try {
      return (await authors?.(fields)) ?? {};
    } catch (failure) {
      console.error("The history could not be read", failure);
      return {};
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
    const told =
      failure instanceof AppError
        ? failure
        : new AppError("unexpected", "This could not be saved. Try again.", { cause: failure });
    setError(told);
    onRefused?.(told);
  }

  /** @returns how to take it back, in this form or, when that is closed by then, in the next one at this address */
  function discard(): () => void {
    const gone = draftOf(base, values, Date.now());
    reset(entry);
    return () => {
      void keepDraft(draftAt, gone);
      if (!isMounted.current) return;
      const again = reopened(latest.current.entry, gone);
      setBase(again.base);
      setValues(again.values);
    };
  }

  return {
    values,
    /** What the server holds, as far as this form knows. */
    base: base.values,
    set: <K extends keyof V>(name: K, value: V[K]) => setValues((current) => ({ ...current, [name]: value })),
    changed,
    isSaving,
    /** Where the draft is kept. */
    draftAt,
    /** What was typed before this form was opened is back in it: when it was typed, and what others have changed since. */
    restored: isChanged ? restored : null,
    /** When the draft went to the disk, in milliseconds; null where there is none. */
    keptAt,
    message: error?.message ?? null,
    /** What the server says about one field, or about an entry of it. */
    problem: (field: string) =>
      error?.errors.find((each) => each.field === field || each.field.startsWith(`${field}.`))?.message ?? null,
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

/** Keeps what differs from the base on the device, and nothing when nothing does. @returns when it went to the disk, in milliseconds */
function useKeptDraft<V extends FormValues, W>(
  draftAt: string,
  base: Snapshot<V, W>,
  values: V,
  isMounted: RefObject<boolean>,
): number | null {
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const isChanged = !isSame(values, base.values);
  useEffect(() => {
    if (!isChanged) {
      dropDraft(draftAt);
      setKeptAt(null);
      return;
    }
    const at = Date.now();
    const keeping = keepDraft(draftAt, draftOf(base, values, at));
    void keeping.then((isKept) => isMounted.current && setKeptAt(isKept ? at : null));
  }, [draftAt, values, isChanged, base, isMounted]);
  return isChanged ? keptAt : null;
}

function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
