import { queryOptions, useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { officeSender } from "#app/browser/session.ts";
import { AppError } from "#app/shared/app-error.ts";
import { merge } from "#app/shared/merge.ts";
import type { EntryForm } from "#app/ui/admin/form/entry-form.ts";
import type { FormValues } from "#app/ui/admin/form/fields.ts";
import { showFailure, showSuccess } from "#app/ui/admin/toast.tsx";
import { useBusy } from "#app/ui/admin/use-busy.ts";
import type { Draft, DraftApi, DraftMark, DraftSave } from "./draft.contract.ts";

export type { Draft };

const call = officeSender<DraftApi>();

/** The draft of an entry, read once when its form opens: from then on the form itself knows the newest state. */
export const draftView = (noun: string, slug: string) =>
  queryOptions({
    queryKey: ["draft", "view", noun, slug],
    queryFn: async ({ signal }) => (await call("GET", "/draft/:noun/:slug", { params: { noun, slug }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Entries named per call. */
const namedAtOnce = 30;

/** The drafts of the entries that a list shows, by slug. */
export function useDraftMarks(noun: string, slugs: string[]): ReadonlyMap<string, DraftMark> {
  const portions = Array.from({ length: Math.ceil(slugs.length / namedAtOnce) }, (_, place) =>
    slugs.slice(place * namedAtOnce, (place + 1) * namedAtOnce).join(","),
  );
  return useQueries({
    queries: portions.map((named) => ({
      queryKey: ["draft", "marks", noun, named],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call("GET", "/drafts/:noun", { params: { noun }, query: { slugs: named }, signal })).data,
    })),
    combine: (found) => new Map(found.flatMap(({ data = [] }) => data.map((mark) => [mark.slug, mark] as const))),
  });
}

interface Drafted {
  noun: string;
  slug: string;
  /** Title of the entry, for messages. */
  title: string;
}

/** Publishes a draft as it is stored, without its form; the server refuses where somebody else has changed the same. */
export function usePublishDraft() {
  const client = useQueryClient();
  const { isBusy, run } = useBusy();
  const publish = ({ noun, slug, title }: Drafted, reload?: () => Promise<unknown>): Promise<void> =>
    run(`${noun}/${slug}`, async () => {
      try {
        await call("POST", "/draft/publish/:noun/:slug", { params: { noun, slug } });
        showSuccess(`“${title}” is published.`);
      } finally {
        // A draft that is refused may have been changed or published by somebody else.
        void client.invalidateQueries({ queryKey: ["draft", "marks", noun] });
        void client.invalidateQueries({ queryKey: ["quote", "today"] });
        await (reload?.() ?? client.invalidateQueries({ queryKey: [noun] })).catch(() => undefined);
      }
    }).catch((error: unknown) =>
      showFailure(`“${title}” could not be published.`, error, () => void publish({ noun, slug, title }, reload)),
    );
  return Object.assign(publish, { isBusy: ({ noun, slug }: Drafted) => isBusy(`${noun}/${slug}`) });
}

export const saveDraft = async (noun: string, slug: string, body: DraftSave): Promise<Draft> =>
  (await call("PUT", "/draft/:noun/:slug", { params: { noun, slug }, body })).data;

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
export function useServerDraft<V extends FormValues>({
  noun,
  slug,
  loaded,
  form,
  changes,
  bases,
  valuesOf,
  labels,
}: Options<V>) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(loaded);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [failures, setFailures] = useState(0);
  /** Somebody else changed the same field of the draft: nothing is overwritten until `save` is called again. */
  const [isPaused, setPaused] = useState(false);
  const known = useRef(loaded);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef({ form, changes });
  latest.current = { form, changes };

  function know(next: Draft | null) {
    known.current = next;
    setDraft(next);
    void client.invalidateQueries({ queryKey: ["draft", "marks", noun] });
    void client.invalidateQueries({ queryKey: ["quote", "today"] });
  }

  /** Runs one call after the other. */
  function queue<T>(work: () => Promise<T>): Promise<T> {
    const next = running.current.then(work, work);
    running.current = next.catch(() => {});
    return next;
  }

  /** @returns whether the server holds the draft as it is now */
  const save = () =>
    queue(async (): Promise<boolean> => {
      if (!slug) return false;
      const { form, changes } = latest.current;
      const { values, base, version = 0 } = form;
      setSaving(true);
      setPaused(false);
      try {
        const over = bases
          ? { baseVersion: 0, base: bases(values, base) as Record<string, unknown> }
          : { baseVersion: version as number };
        const body = { changes: changes(values, base) as Record<string, unknown>, ...over };
        const saved = await saveDraft(noun, slug, { ...body, over: known.current?.version ?? null });
        know(saved);
        form.noteStored(values);
        setProblem(null);
        setFailures(0);
        return true;
      } catch (failure) {
        if (failure instanceof AppError && failure.code === "stale") onStale(failure);
        else {
          console.error("The draft was not saved", failure);
          setProblem(failure instanceof Error ? failure.message : "The draft could not be saved.");
          setFailures((count) => count + 1);
          if (failure instanceof AppError && failure.code === "conflict") reload();
        }
        return false;
      } finally {
        setSaving(false);
      }
    });

  const reload = () => void client.invalidateQueries({ queryKey: [noun] });

  /** Takes over what somebody else has changed in the draft; where both changed the same, mine stays and waits. */
  function onStale({ message, data }: AppError) {
    const theirs = (data ?? null) as Draft | null;
    const { form } = latest.current;
    know(theirs);
    if (!theirs) {
      form.noteStored(null);
      setProblem(`${message} What you typed is still here: save it as a new draft, or update.`);
      reload();
      return;
    }
    const [before, others] = [form.storedValues ?? form.base, valuesOf(theirs)];
    const { clashes } = merge(before, form.values, others);
    form.noteStored(others, (now) => merge(before, now, others).values);
    setPaused(clashes.length > 0);
    setProblem(
      clashes.length > 0
        ? `${theirs.author || "Somebody"} has changed the same in this draft: ${clashes.map((name) => labels[name] ?? name).join(", ")}. Yours stands here; “Save draft” replaces theirs.`
        : null,
    );
  }

  const isWaiting = draft !== null && !form.isStored && !isPaused && !form.isSaving;
  const waits = useRef(isWaiting);
  waits.current = isWaiting;
  const saving = useRef(save);
  saving.current = save;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the pause
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => saving.current(), failures > 0 ? pauseMs.failed : pauseMs.typing);
    return () => clearTimeout(timer);
  }, [isWaiting, form.values, failures]);
  // What was typed in the last second before the form was left.
  useEffect(() => () => void (waits.current && saving.current()), []);

  async function schedule(publishAt: string | null): Promise<void> {
    if (!slug) return;
    const isKept = known.current && latest.current.form.isStored ? true : await save();
    if (!isKept) return;
    await queue(async () => {
      const path = "/draft/schedule/:noun/:slug";
      know((await call("PUT", path, { params: { noun, slug }, body: { publishAt } })).data);
    });
  }

  /** @returns a function that brings the draft back */
  function discard(): () => void {
    if (!slug) return form.discard();
    const undoForm = form.discard();
    know(null);
    setProblem(null);
    setPaused(false);
    const remove = () => queue(() => call("DELETE", "/draft/:noun/:slug", { params: { noun, slug } }));
    const bringBack = () =>
      queue(async () => {
        const { data } = await call("POST", "/draft/restore/:noun/:slug", { params: { noun, slug } });
        know(data);
        latest.current.form.noteStored(valuesOf(data));
      });
    const told = (title: string, work: () => Promise<unknown>): void =>
      void work().catch((error: unknown) => showFailure(title, error, () => told(title, work)));
    told("The draft could not be discarded.", remove);
    return () => {
      undoForm();
      told("The draft could not be brought back.", bringBack);
    };
  }

  return {
    draft,
    isSaving,
    problem,
    save,
    schedule,
    discard,
    /** Waits for calls under way. @returns the state that a save of the form contains */
    contained: async (): Promise<string | undefined> => {
      await running.current;
      return known.current?.version;
    },
    /** A save of the form has published it. */
    onPublished: () => know(null),
  };
}
