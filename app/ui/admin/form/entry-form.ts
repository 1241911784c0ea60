import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Draft, dropDraft, keepDraft, readDraft } from "#app/browser/admin-draft.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { FormValues } from "./fields.ts";
import { isSame, merge } from "./merge.ts";
import { carryOver, draftOf, reopened, type Snapshot, saveOver } from "./snapshot.ts";

/** Who set a field to its value on the server, and when. */
export type Authors = Record<string, { author: string; createdAt: string }>;

interface Options<V extends FormValues, W, R> {
  /** The server's values, or blank ones. */
  initial: V;
  /** Version of the edited entry; undefined for a new one. */
  version?: W;
  /** `base`: the values before the edits. */
  save: (values: V, version: W | undefined, base: V) => Promise<R>;
  /** Called with the result of `save`, after the form was cleared. */
  onSaved: (saved: R) => void;
  /** Extracts the current server state from the data of a save refused because of a newer version. */
  newer?: (data: never, over: Snapshot<V, W>) => Snapshot<V, W>;
  /** Looks up who last changed these fields; called on a conflict. */
  authors?: (fields: string[]) => Promise<Authors>;
  onRefused?: (error: AppError) => void;
  /** The draft of this entry on the server; one kept on this device is newer. */
  stored?: Draft<V> | null;
  /** Key of the draft on this device; defaults to the path of the page, and must be set if a page has several forms. */
  draftAt?: string;
  /** Converts drafts stored by an earlier release. */
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
 * State of a form in the back office: its values, the server's messages, and a draft that survives the page. Changes
 * saved by others meanwhile are merged into fields not edited here; conflicting edits of a field are resolved on
 * saving.
 */
export function useEntryForm<V extends FormValues, W = number, R = unknown>({
  initial,
  version,
  save,
  onSaved,
  newer,
  authors,
  onRefused,
  stored = null,
  draftAt: draftAtMount = location.pathname,
  upgradeDraft = (draft) => draft,
}: Options<V, W, R>) {
  // Fixed when the form is mounted: with the Back button the address changes before the form is gone.
  const [draftAt] = useState(draftAtMount);
  const entry: Snapshot<V, W> = { values: initial, version };
  const [draft] = useState(() => {
    const kept = readDraft<V>(draftAt);
    return kept && upgradeDraft(kept);
  });
  const [onServer] = useState(() => stored && reopened(entry, stored));
  const [start] = useState(() => (draft || !onServer ? reopened(entry, draft) : onServer));
  const [base, setBase] = useState(start.base);
  const [values, setValues] = useState(start.values);
  const [restored, setRestored] = useState(draft && { at: draft.at, news: start.news });
  const [error, setError] = useState<AppError | null>(null);
  const [conflict, setConflict] = useState<Conflict<V, W> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const running = useRef(false);
  const isMounted = useIsMounted();
  const [storedValues, setStoredValues] = useState(onServer?.values ?? null);
  const isChanged = !isSame(values, base.values);
  const isStored = storedValues !== null && isSame(values, storedValues);
  const isUnsaved = isChanged && !isStored;
  const changed = useRef(isUnsaved);
  changed.current = isUnsaved;
  const keptAt = useKeptDraft(draftAt, base, values, isUnsaved, isMounted);
  const latest = useRef({ entry, values });
  latest.current = { entry, values };

  // The entry was reloaded with changes: rebase the edits onto it. Conflicts are reported on saving.
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
    setStoredValues(null);
    setRestored(null);
    setError(null);
    setConflict(null);
  }

  /**
   * After a save the form shows the sent values or, for a new entry, blank fields. Edits made while the request was in
   * flight are kept.
   */
  function settle(sent: V) {
    const now = latest.current;
    const next = now.entry.version === undefined ? now.entry : { ...now.entry, values: sent };
    reset(next, merge(sent, now.values, next.values).values);
  }

  function onMerged(known: Snapshot<V, W>, sent: V, merged: V) {
    setBase(known);
    setValues((now) => merge(sent, now, merged).values);
  }

  async function run(from: Snapshot<V, W>, typed: V): Promise<void> {
    if (running.current) return; // ignore a second submission while one is in flight
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

  /** The conflict dialog works without the history too; it then names nobody. */
  async function authorsOf(fields: string[]): Promise<Authors> {
    try {
      return (await authors?.(fields)) ?? {};
    } catch (failure) {
      console.error("The history could not be loaded", failure);
      return {};
    }
  }

  /** Runs a request that validates the values without saving them; refusals are reported like those of a save. */
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

  /**
   * Discards all edits.
   * @returns a function that restores them, in this form or, if it was closed, in the next one with the same draft key
   */
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
    /** The server's values, as far as known to this form. */
    base: base.values,
    /** Version of the base. */
    version: base.version,
    isChanged,
    /** Whether the server's draft holds exactly these values. */
    isStored,
    /** The values that the server's draft holds; null if there is none. */
    storedValues,
    /** Notes what the server's draft holds. `values`: replaces those of the form, given its current ones. */
    noteStored: (stored: V | null, values?: (now: V) => V) => {
      setStoredValues(stored);
      if (values) setValues(values);
    },
    set: <K extends keyof V>(name: K, value: V[K]) => setValues((current) => ({ ...current, [name]: value })),
    changed,
    isSaving,
    /** Key of the draft. */
    draftAt,
    /** Set if the form was filled from a draft: when the draft was typed, and what others have changed since. */
    restored: isUnsaved ? restored : null,
    /** When the draft was last stored, in milliseconds since the epoch; null if there is none. */
    keptAt,
    message: error?.message ?? null,
    /** The server's message for one field, or for an entry in it. */
    problem: (field: string) =>
      error?.errors.find((each) => each.field === field || each.field.startsWith(`${field}.`))?.message ?? null,
    submit: (event: FormEvent) => {
      event.preventDefault();
      void run(base, values);
    },
    /** Saves with other values in some fields, which the form then shows. */
    saveWith: (patch: Partial<V>): Promise<void> => {
      const patched = { ...values, ...patch };
      setValues(patched);
      return run(base, patched);
    },
    attempt,
    discard,
    conflict,
    resolveWithMine: () => conflict && void run(conflict, values),
    /** Resolves a conflict with their values; all other edits stay unsaved. */
    resolveWithTheirs: () => {
      if (!conflict) return;
      const theirs = { ...values };
      for (const field of conflict.clashes) theirs[field] = conflict.values[field];
      setBase(conflict);
      // Within a list of entries theirs holds only where both changed the same.
      setValues(merge(base.values, theirs, values).values);
      setConflict(null);
    },
    dismissConflict: () => setConflict(null),
  };
}

/**
 * Keeps unsaved values as a draft on this device; removes it if there are none.
 * @returns when it was last stored, in milliseconds since the epoch; null if there is no draft
 */
function useKeptDraft<V extends FormValues, W>(
  draftAt: string,
  base: Snapshot<V, W>,
  values: V,
  isUnsaved: boolean,
  isMounted: RefObject<boolean>,
): number | null {
  const [keptAt, setKeptAt] = useState<number | null>(null);
  useEffect(() => {
    if (!isUnsaved) {
      dropDraft(draftAt);
      setKeptAt(null);
      return;
    }
    const at = Date.now();
    const keeping = keepDraft(draftAt, draftOf(base, values, at));
    void keeping.then((isKept) => isMounted.current && setKeptAt(isKept ? at : null));
  }, [draftAt, values, isUnsaved, base, isMounted]);
  return isUnsaved ? keptAt : null;
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
