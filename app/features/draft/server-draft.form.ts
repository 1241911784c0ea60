import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { AppError } from "#app/shared/app-error.ts";
import { isSame, merge } from "#app/shared/merge.ts";
import { showNotDiscarded } from "#app/ui/admin/draft/draft-notice.tsx";
import { carryOver } from "#app/ui/admin/draft/snapshot.ts";
import type { EntryForm } from "#app/ui/admin/form/entry-form.ts";
import type { FormValues } from "#app/ui/admin/form/fields.ts";
import { isUnanswered } from "#app/ui/admin/notice/failure-kind.ts";
import { showFailure } from "#app/ui/admin/notice/toast.tsx";
import type { DraftSave, Draft as StoredDraft } from "./draft.contract.ts";
import {
  type Draft,
  deleteDraft,
  loadDraft,
  reloadDraftMarks,
  restoreDraft,
  saveDraft,
  scheduleDraft,
  seenNow,
} from "./draft.queries.ts";
import { useRefetchWhenDue } from "./due-draft.form.ts";

/** How long to wait after the last key before the draft is saved, and before another try after a failure. */
const pauseMs = { typing: 1_000, failed: 5_000 };

interface Options<V extends FormValues> {
  noun: string;
  /** Undefined for a new entry, which has no draft on the server. */
  slug: string | undefined;
  /** The draft as loaded with the entry. */
  loaded: Draft | null;
  form: EntryForm<V>;
  /** The changed fields as the entry's update call accepts them. */
  changes: (values: V, base: V) => object;
  /** What the changed fields said, where they have no common version. */
  bases?: (values: V, base: V) => object;
  /** The form's values with a draft. */
  valuesOf: (draft: Draft) => V;
  labels: Record<string, string>;
}

/**
 * Keeps the draft of an entry in step with its form: begun with `save`, it is saved as one types. Until the server has
 * it, what was typed is kept on this device.
 */
export function useServerDraft<V extends FormValues>(options: Options<V>) {
  const { noun, slug, loaded, form, valuesOf } = options;
  const client = useQueryClient();
  const [draft, setDraft] = useState(loaded);
  const known = useRef(loaded);
  const { queue, settled } = useQueue();

  function know(next: Draft | null) {
    known.current = next;
    setDraft(next);
    reloadDraftMarks(client, noun);
  }

  const { isSaving, problem, failures, isPaused, ...saving } = useDraftSaving(options, known, know);
  /** @returns whether the server holds the draft as it is now */
  const save = () => queue(saving.save);
  const isBehind = draft !== null && !form.isStored && !isPaused && !form.isSaving;
  // Not after one that is refused: nobody has been asked yet about what it has found in the draft.
  const saveLast = async () => (!isSaving || (await settled()) !== false) && (await save());
  useAutosave(save, isBehind && !isSaving, form.values, failures);
  useLastSave(saveLast, isBehind);

  async function schedule(publishAt: string | null): Promise<void> {
    if (!slug) return;
    const isKept = (known.current && form.isStored && !isPaused) || (await save());
    if (!isKept)
      throw new AppError(
        "conflict",
        "No time was set: the draft was not saved as it stands here. Look at it, then try again.",
      );
    const set = async () => know(await scheduleDraft({ noun, slug, over: known.current?.version }, publishAt));
    await queue(set).catch((failure) => {
      saving.takeOverAfter(failure);
      throw failure;
    });
  }

  /** Asks the server whether the draft has been published: at its time nobody tells the form. */
  async function refetch(): Promise<void> {
    if (!slug) return;
    const before = known.current;
    const now = await loadDraft(noun, slug);
    // The form's own save may have published it meanwhile.
    if (known.current !== before) return;
    if (now) return now.version === before?.version ? know(now) : saving.takeOver("", now);
    // What the draft said is what the entry says, so that nothing is left to save.
    await client.invalidateQueries({ queryKey: [noun] });
    if (known.current !== before) return;
    know(null);
    form.noteStored(null);
    saving.clear();
  }
  useRefetchWhenDue(draft, () => queue(refetch));

  /** @returns a function that brings the draft back */
  function discard(): () => void {
    const undoForm = form.discard();
    if (!slug) return undoForm;
    const [seen, shown] = [known.current, contained()];
    know(null);
    saving.clear();
    const bringBack = async () => {
      const restored = await restoreDraft(noun, slug);
      know(restored);
      form.noteStored(valuesOf(restored));
    };
    const discardSeen = async () => {
      const over = ((await shown) ?? seen)?.version;
      await deleteDraft({ noun, slug, over }).catch((failure) => {
        if (!saving.takeOverAfter(failure)) throw failure;
        showNotDiscarded(failure);
      });
    };
    tryAndTell("The draft could not be discarded.", () => queue(discardSeen));
    return () => {
      undoForm();
      tryAndTell("The draft could not be brought back.", () => queue(bringBack));
    };
  }

  /** Waits for calls under way. @returns the draft that the form has shown, not one that they have just taken over */
  async function contained(): Promise<Draft | null> {
    const before = known.current;
    return (await settled()) === false ? before : known.current;
  }

  return {
    ...{ draft, isSaving, problem, save, schedule, discard, contained },
    refetch: () => queue(refetch),
    /** A save of the form has published it. */
    onPublished: () => know(null),
  };
}

/** Runs one call after the other. */
function useQueue() {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return {
    queue: <T>(work: () => Promise<T>): Promise<T> => {
      const next = last.current.then(work, work);
      last.current = next.catch(() => {});
      return next;
    },
    settled: () => last.current,
  };
}

/** Saves the draft as the form stands when the save begins. */
function useDraftSaving<V extends FormValues>(
  options: Options<V>,
  known: RefObject<Draft | null>,
  know: (next: Draft | null) => void,
) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const atStart = options.form.restored?.clashes ?? [];
  const [problem, setProblem] = useState(options.loaded && saidOf(options.loaded, atStart, options.labels));
  const [failures, setFailures] = useState(0);
  /** Somebody else changed the same field of the draft: nothing is overwritten until `save` is called again. */
  const [isPaused, setPaused] = useState(atStart.length > 0);
  /** What saves without an answer have sent; the server may have stored one of them. */
  const unanswered = useRef<V[]>([]);
  const latest = useRef(options);
  latest.current = options;

  async function save(): Promise<boolean> {
    const { noun, slug, form } = latest.current;
    if (!slug) return false;
    setSaving(true);
    setPaused(false);
    try {
      know(await saveDraft(noun, slug, bodyOf(latest.current, known.current)));
      unanswered.current = [];
      form.noteStored(form.values);
      setProblem(null);
      setFailures(0);
      return true;
    } catch (failure) {
      if (isUnanswered(failure)) unanswered.current.push(form.values);
      if (!takeOverAfter(failure)) fail(failure);
      return false;
    } finally {
      setSaving(false);
    }
  }

  function fail(failure: unknown) {
    console.error("The draft was not saved", failure);
    setProblem(failure instanceof Error ? failure.message : "The draft could not be saved.");
    setFailures((count) => count + 1);
    const code = failure instanceof AppError ? failure.code : undefined;
    // Somebody has deleted the entry: its form says so, and until it is restored every attempt would fail.
    if (code === "not_found") setPaused(true);
    if (code === "conflict" || code === "not_found") reloadEntry();
  }

  const reloadEntry = () => void client.invalidateQueries({ queryKey: [latest.current.noun] });

  /** Takes over the draft that a call was refused for. @returns whether it was refused for that */
  function takeOverAfter(failure: unknown): failure is AppError {
    const isStale = failure instanceof AppError && failure.code === "stale";
    if (isStale) takeOver(failure.message, failure.data ? seenNow(failure.data as StoredDraft) : null);
    return isStale;
  }

  /** Takes over what somebody else has changed in the draft; where both changed the same, mine stays and waits. */
  function takeOver(message: string, theirs: Draft | null) {
    const { form, valuesOf, labels } = latest.current;
    know(theirs);
    if (!theirs) {
      form.noteStored(null);
      setProblem(`${message} What you typed is still here: save it as a new draft, or update.`);
      reloadEntry();
      return;
    }
    const others = valuesOf(theirs);
    const isMine = unanswered.current.some((sent) => isSame(sent, others));
    const before = isMine ? others : (form.storedValues ?? form.base);
    const { base, clashes } = carryOver({ values: before, version: undefined }, form.values, {
      values: others,
      version: undefined,
    });
    form.noteStored(base.values, (now) => merge(before, now, others).values);
    setPaused(clashes.length > 0);
    setProblem(saidOf(theirs, clashes, labels));
  }

  function clear() {
    setProblem(null);
    setPaused(false);
  }

  return { isSaving, problem, failures, isPaused, save, takeOver, takeOverAfter, clear };
}

/** What is to be decided where both have changed the same; null if they have not. */
function saidOf({ author }: Draft, clashes: string[], labels: Record<string, string>): string | null {
  if (clashes.length === 0) return null;
  const what = clashes.map((name) => labels[name] ?? name).join(", ");
  return `${author || "Somebody"} has changed the same in this draft: ${what}. Yours stands here; “Save draft” replaces theirs.`;
}

function bodyOf<V extends FormValues>({ form, changes, bases }: Options<V>, over: Draft | null): DraftSave {
  const { values, base, version = 0 } = form;
  return {
    changes: changes(values, base) as Record<string, unknown>,
    ...(bases
      ? { baseVersion: 0, base: bases(values, base) as Record<string, unknown> }
      : { baseVersion: version as number }),
    over: over?.version ?? null,
  };
}

/** Saves a while after the last change of the values. */
function useAutosave(save: () => Promise<unknown>, isWaiting: boolean, values: FormValues, failures: number) {
  const latest = useRef(save);
  latest.current = save;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the pause
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => latest.current(), failures > 0 ? pauseMs.failed : pauseMs.typing);
    return () => clearTimeout(timer);
  }, [isWaiting, values, failures]);
}

/** Saves what was typed in the last second before the form is left. */
function useLastSave(save: () => Promise<unknown>, isBehind: boolean) {
  const latest = useRef({ save, isBehind });
  latest.current = { save, isBehind };
  useEffect(() => () => void (latest.current.isBehind && latest.current.save()), []);
}

/** Reports a failure with an offer to retry. */
function tryAndTell(title: string, work: () => Promise<unknown>): void {
  void work().catch((error: unknown) => showFailure(title, error, () => tryAndTell(title, work)));
}
