import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Draft, dropDraft, keepDraft, ownDraft, readDraft } from "#app/browser/admin-draft.ts";
import type { ErrorCode } from "#app/shared/app-error.ts";
import { randomKey } from "#app/shared/random-key.ts";
import { isSame, merge } from "../draft/merge.ts";
import { carryOver, draftOf, type Edits, reopened, type Snapshot, savedValues } from "../draft/snapshot.ts";
import { type Conflict, type SaveOptions, useSaving } from "./entry-saving.ts";
import type { FormValues } from "./fields.ts";

interface Options<V extends FormValues, W, R> extends SaveOptions<V, W, R> {
  /** The server's values, or blank ones. */
  initial: V;
  /** Version of the edited entry; undefined for a new one. */
  version?: W;
  /** Called with the result of `save`, after the form was cleared. */
  onSaved: (saved: R) => void;
  /** The draft of this entry on the server; one kept on this device is merged onto it. */
  stored?: Draft<V> | null;
  /** Key of the draft on this device; defaults to the path of the page, and must be set if a page has several forms. */
  draftAt?: string;
  /** Converts drafts stored by an earlier release. */
  upgradeDraft?: (draft: Draft<V>) => Draft<V>;
}

export interface EntryForm<V extends FormValues> {
  values: V;
  /** The server's values, as far as known to this form. */
  base: V;
  /** Version of the base. */
  version: unknown;
  isChanged: boolean;
  /** How often it was reset: after a save, or because the edits were discarded. */
  resets: number;
  /** Whether there are edits that the server's draft does not hold; up to date within an event too. */
  changed: RefObject<boolean>;
  /** Whether the server's draft holds exactly these values. */
  isStored: boolean;
  /** The values that the server's draft holds, without those that clash with the form's; null if there is none. */
  storedValues: V | null;
  /** Notes what the server's draft holds. `values`: replaces those of the form, given its current ones. */
  noteStored: (stored: V | null, values?: (now: V) => V) => void;
  /** Key of the draft on this device. */
  draftAt: string;
  /** When that draft was last stored, in milliseconds since the epoch; null if there is none. */
  keptAt: number | null;
  /**
   * Set if the form was filled from that draft: when it was typed, what others have changed since, and which of it the
   * server's draft has otherwise.
   */
  restored: { at: number; news: (keyof V & string)[]; clashes: (keyof V & string)[] } | null;
  set: <K extends keyof V>(name: K, value: V[K]) => void;
  submit: (event: FormEvent) => void;
  /** Saves with other values in some fields, which the form then shows. */
  saveWith: (patch: Partial<V>) => Promise<void>;
  isSaving: boolean;
  /** Whether a save or an attempt is under way. */
  isBusy: boolean;
  /** Why the last save or attempt was refused. */
  message: string | null;
  refusedAs: ErrorCode | undefined;
  /** Forgets why it was refused. */
  clearMessage: () => void;
  /** The server's message for one field, or for an entry in it. */
  problem: (field: string) => string | null;
  /** Runs a request that validates the values without saving them; refusals are reported like those of a save. */
  attempt: <T>(work: (values: V, base: V) => Promise<T>) => Promise<T | undefined>;
  /**
   * Discards all edits.
   * @returns a function that restores them, in this form or, if it was closed, in the next one with the same draft key
   */
  discard: () => () => void;
  conflict: Pick<Conflict<V, unknown>, "values" | "clashes" | "authors"> | null;
  resolveWithMine: () => void;
  /** Resolves a conflict with their values; all other edits stay unsaved. */
  resolveWithTheirs: () => void;
  dismissConflict: () => void;
}

/**
 * State of a form in the back office: its values, the server's messages, and a draft that survives the page. Changes
 * saved by others meanwhile are merged into fields not edited here; conflicting edits of a field are resolved on
 * saving.
 */
export function useEntryForm<V extends FormValues, W = number, R = unknown>(options: Options<V, W, R>): EntryForm<V> {
  // Fixed when the form is mounted: with the Back button the address changes before the form is gone.
  const [draftAt] = useState(options.draftAt ?? location.pathname);
  const entry: Snapshot<V, W> = { values: options.initial, version: options.version };
  const [start] = useState(() => startOf(entry, draftAt, options));
  const { base, values, latest, setValues, replace, rebase } = useEdits(entry, start);
  const [storedValues, setStoredValues] = useState(start.storedValues);
  const isChanged = !isSame(values, base.values);
  const isStored = storedValues !== null && isSame(values, storedValues);
  const edits = { base, values, stored: storedValues };
  const { noteReset, key, renewKey, ...draft } = useKeptDraft(draftAt, edits, isChanged && !isStored, start.restored);
  const begunWith = useRef(entry);
  const { run, attempt, clear, ...saving } = useSaving({
    ...options,
    save: (values, version, base) => options.save(values, version, base, key),
    onMerged: rebase,
    onBegun: () => {
      begunWith.current = latest.current.entry;
    },
    onSaved: settle,
  });
  const [resets, setResets] = useState(0);
  const { conflict } = saving;

  function reset(next: Snapshot<V, W>, kept = next.values) {
    noteReset(!isSame(kept, next.values));
    replace(next, kept);
    setStoredValues(null);
    setResets((count) => count + 1);
    clear();
  }

  /**
   * After a save the form shows the sent values or, for a new entry, blank fields. Edits made while the request was in
   * flight are kept, and so is what others have saved if the entry was loaded again.
   */
  function settle(reply: R, sent: V, over: V) {
    const now = latest.current;
    const isNews = !isSame(now.entry, begunWith.current);
    const saved = isNews ? savedValues(over, sent, now.entry.values) : sent;
    const next = now.entry.version === undefined ? now.entry : { ...now.entry, values: saved };
    reset(next, merge(sent, now.values, next.values).values);
    options.onSaved(reply);
  }

  function discard(): () => void {
    const gone = { ...draftOf(edits, Date.now()), key: ownDraft(draftAt)?.key };
    reset(entry);
    return () => {
      void keepDraft(draftAt, gone);
      renewKey(gone.key);
      const again = reopened(latest.current.entry, gone);
      replace(again.base, again.values);
    };
  }

  return {
    ...draft,
    ...saving,
    values,
    base: base.values,
    version: base.version,
    isChanged,
    resets,
    isStored,
    storedValues,
    noteStored: (stored, next) => {
      setStoredValues(stored);
      if (next) setValues(next);
    },
    set: (name, value) => setValues((now) => ({ ...now, [name]: value })),
    submit: (event) => {
      event.preventDefault();
      void run(base, values);
    },
    saveWith: (patch) => {
      const patched = { ...values, ...patch };
      setValues(patched);
      return run(base, patched);
    },
    clearMessage: clear,
    attempt: (work) => attempt(() => work(values, base.values)),
    discard,
    resolveWithMine: () => conflict && void run(conflict, values),
    resolveWithTheirs: () => {
      if (!conflict) return;
      replace(conflict, withTheirs(base.values, values, conflict));
      saving.dismissConflict();
    },
  };
}

/** What a form opens with: the entry, over it the draft on the server, and over that the one on this device. */
function startOf<V extends FormValues, W>(
  entry: Snapshot<V, W>,
  draftAt: string,
  { stored, upgradeDraft = (draft) => draft }: Pick<Options<V, W, never>, "stored" | "upgradeDraft">,
) {
  const kept = readDraft<V>(draftAt);
  const draft = kept && upgradeDraft(kept);
  const onServer = reopened(entry, stored ?? null);
  const { base, values: typed, news } = reopened(onServer.base, draft);
  const restored = (clashes: (keyof V & string)[]) => draft && { at: draft.at, news, clashes };
  if (!stored) return { base, values: typed, storedValues: null, restored: restored([]) };
  const typedOver = { values: { ...base.values, ...draft?.stored }, version: undefined };
  const merged = carryOver(typedOver, typed, { values: onServer.values, version: undefined });
  return { base, values: merged.values, storedValues: merged.base.values, restored: restored(merged.clashes) };
}

/** What was typed and the state that it was typed over, which follows the entry. */
function useEdits<V extends FormValues, W>(entry: Snapshot<V, W>, start: { base: Snapshot<V, W>; values: V }) {
  const [base, setBase] = useState(start.base);
  const [values, setValues] = useState(start.values);
  const latest = useRef({ entry, values });
  latest.current = { entry, values };

  // The entry was reloaded with changes: rebase the edits onto it. Conflicts are reported on saving.
  const [followed, setFollowed] = useState(entry);
  if (!isSame(entry, followed)) {
    setFollowed(entry);
    const carried = carryOver(base, values, entry);
    setBase(carried.base);
    setValues(carried.values);
  }

  return {
    base,
    values,
    /** The entry and the values as last rendered, for what runs later. */
    latest,
    setValues,
    replace: (next: Snapshot<V, W>, typed: V) => {
      setBase(next);
      setValues(typed);
    },
    /** Continues from `merged`, which contains the values `sent`; what was typed since then stays. */
    rebase: (next: Snapshot<V, W>, sent: V, merged: V) => {
      setBase(next);
      setValues((now) => merge(sent, now, merged).values);
    },
  };
}

/** Keeps unsaved values as a draft on this device; removes it if there are none. */
function useKeptDraft<V extends FormValues, W>(
  draftAt: string,
  edits: Edits<V, W>,
  isUnsaved: boolean,
  initiallyRestored: EntryForm<V>["restored"],
) {
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const [restored, setRestored] = useState(initiallyRestored);
  const changed = useRef(isUnsaved);
  changed.current = isUnsaved;
  const sendKey = useRef(ownDraft(draftAt)?.key);
  const keep = (at: number) => keepDraft(draftAt, { ...draftOf(edits, at), key: sendKey.current });
  const latestKeep = useRef(keep);
  latestKeep.current = keep;
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept again whenever what is kept changes
  useEffect(() => {
    if (!isUnsaved) {
      dropDraft(draftAt);
      setKeptAt(null);
      return;
    }
    const at = Date.now();
    void latestKeep.current(at).then((isKept) => setKeptAt(isKept ? at : null));
  }, [draftAt, isUnsaved, edits.values, edits.base, edits.stored]);
  return {
    draftAt,
    changed,
    keptAt: isUnsaved ? keptAt : null,
    restored: isUnsaved ? restored : null,
    /**
     * The idempotency key to send a new entry with. It is kept with the draft, so that an entry whose answer was lost is
     * not added twice, though the page was left in between.
     */
    key(): string {
      if (sendKey.current === undefined) {
        sendKey.current = randomKey();
        if (isUnsaved) void keep(Date.now());
      }
      return sendKey.current;
    },
    renewKey(key?: string): void {
      sendKey.current = key;
    },
    /** To be called when the form is reset; a screen may be left before the form is rendered again. */
    noteReset: (isStillUnsaved: boolean) => {
      changed.current = isStillUnsaved;
      sendKey.current = undefined;
      if (!isStillUnsaved) dropDraft(draftAt);
      setRestored(null);
    },
  };
}

/** My values with theirs where both changed the same; within a list of entries, only in those entries. */
function withTheirs<V extends FormValues, W>(base: V, values: V, conflict: Conflict<V, W>): V {
  const theirs = { ...values };
  for (const field of conflict.clashes) theirs[field] = conflict.values[field];
  return merge(base, theirs, values).values;
}
