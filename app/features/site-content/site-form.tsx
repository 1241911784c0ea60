import { useEffect, useRef, useState } from "react";
import { AppError } from "#app/shared/app-error.ts";
import { dropDraft, keepDraft, readDraft } from "#app/shared/form-draft.ts";
import type { SiteConflict, SiteEdit, SiteEditInput } from "./site-content.contract.ts";

/** One text of the site, as the built-in content describes it. */
export interface SiteText {
  path: string;
  label: string;
  group: string;
  name: string;
  kind: "line" | "text" | "image" | "url" | "email" | "phone" | "number" | "switch" | "timezone";
  isHeading: boolean;
  fallback: string | number | boolean;
}

/** What a field holds: text, also of a number that is being typed; a switch is on or off. */
export type Value = string | boolean;

/** What was typed and not saved; `null` goes back to the built-in default. */
interface Typed {
  value: Value | null;
  /** Of the edit that was typed over, 0 for a default. */
  version: number;
}

type Drafts = Record<string, Typed>;

interface Options {
  texts: SiteText[];
  edits: SiteEdit[];
  /** The paths of the texts with saved versions, as soon as they are known. */
  remembered: string[] | undefined;
  /** Saves all or none, and reads the edits anew. */
  save: (edits: SiteEditInput[]) => Promise<unknown>;
  reload: () => void;
  onSaved: (count: number) => void;
  /** The first text that the server objects to. */
  onRefused: (path: string) => void;
}

export type SiteForm = ReturnType<typeof useSiteForm>;

/** The state of the Site screen: every text is a small form of its own, and all that was typed is saved in one go. */
export function useSiteForm({ texts, edits, remembered, save, reload, onSaved, onRefused }: Options) {
  const { typed, setTyped, isRestored, discard } = useTyped();
  const known = new Map(texts.map((text) => [text.path, text]));
  const saved = new Map(edits.map((edit) => [edit.path, edit]));
  const withHistory = new Set(remembered);
  const unsaved = Object.keys(typed).filter((path) => known.has(path));
  const changed = useRef(false);
  changed.current = unsaved.length > 0;

  const savedValue = ({ path, fallback }: SiteText): Value => shown(saved.get(path)?.value ?? fallback);

  function put(text: SiteText, value: Value | null) {
    const { path } = text;
    const isBack = value === null ? !saved.has(path) : value === savedValue(text);
    const version = typed[path]?.version ?? saved.get(path)?.version ?? 0;
    setTyped(({ [path]: _, ...rest }) => (isBack ? rest : { ...rest, [path]: { value, version } }));
  }

  /** What goes out: a number as one, where it is one. */
  function outgoing(path: string): SiteEditInput {
    const { value, version } = typed[path] ?? { value: null, version: 0 };
    const isNumber = known.get(path)?.kind === "number" && typeof value === "string" && value.trim() !== "";
    return { path, value: isNumber ? Number(value) : value, version };
  }

  const saving = useSaving({
    save,
    onSaved: (list) => {
      // What was typed while the save travelled is new and stays.
      setTyped((now) =>
        without(now, (path, { value }) => list.some((edit) => edit.path === path && isSame(edit, value))),
      );
      onSaved(list.length);
    },
    onRefused: ({ errors }) => {
      const first = texts.find(({ path }) => errors.some(({ field }) => field === path));
      if (first) onRefused(first.path);
    },
  });
  const { conflicts } = saving;
  const theirs = (path: string) => conflicts?.find((conflict) => conflict.path === path);
  const words = (path: string, value: SiteConflict["value"] | undefined) =>
    String(value ?? known.get(path)?.fallback ?? "");

  return {
    valueOf: (text: SiteText): Value => {
      const draft = typed[text.path];
      return draft ? (draft.value ?? shown(text.fallback)) : savedValue(text);
    },
    set: put,
    reset: (text: SiteText) => put(text, null),
    isUnsaved: ({ path }: SiteText) => typed[path] !== undefined,
    isEdited: ({ path }: SiteText) => saved.has(path),
    hasHistory: ({ path }: SiteText) => saved.has(path) || withHistory.has(path),
    problem: (path: string) => saving.error?.errors.find(({ field }) => field === path)?.message ?? null,
    message: saving.error?.message ?? null,
    unsaved,
    changed,
    isSaving: saving.isSaving,
    isRestored: isRestored && unsaved.length > 0,
    submit: () => void saving.run(unsaved.map(outgoing)),
    /** Makes a call that checks the texts as a save does. */
    attempt: <T,>(work: (list: SiteEditInput[]) => Promise<T>) => saving.attempt(() => work(unsaved.map(outgoing))),
    discard: () => {
      changed.current = false;
      discard();
      saving.forget();
    },
    /** Where somebody else was faster. */
    differences:
      conflicts?.map(({ path, value }) => ({
        label: known.get(path)?.label ?? path,
        yours: words(path, typed[path]?.value),
        theirs: words(path, value),
      })) ?? null,
    /** Saves over what somebody else has saved, whose words stay in the history. */
    keepMine: () =>
      void saving.run(unsaved.map((path) => ({ ...outgoing(path), version: (theirs(path) ?? typed[path])?.version }))),
    takeTheirs: () => {
      setTyped((now) => without(now, (path) => theirs(path) !== undefined));
      saving.forget();
      reload();
    },
    decideLater: saving.forget,
  };
}

/** As a field shows it. */
const shown = (value: SiteEdit["value"]): Value => (typeof value === "number" ? String(value) : value);

const isSame = ({ value: sent }: SiteEditInput, value: Value | null) =>
  sent === null ? value === null : shown(sent) === value;

const without = (typed: Drafts, isLeft: (path: string, draft: Typed) => boolean): Drafts =>
  Object.fromEntries(Object.entries(typed).filter(([path, draft]) => !isLeft(path, draft)));

/** What was typed outlives a reload and the end of the session. */
function useTyped() {
  const [address] = useState(() => location.pathname);
  const [restored] = useState(() => readDraft<Drafts>(address)?.values ?? {});
  const [typed, setTyped] = useState<Drafts>(restored);
  const [isRestored, setRestored] = useState(Object.keys(restored).length > 0);
  const isEmpty = Object.keys(typed).length === 0;
  if (isEmpty && isRestored) setRestored(false);
  useEffect(() => {
    if (isEmpty) dropDraft(address);
    else keepDraft(address, { values: typed });
  }, [address, typed, isEmpty]);
  return { typed, setTyped, isRestored, discard: () => setTyped({}) };
}

interface SavingOptions {
  save: Options["save"];
  onSaved: (list: SiteEditInput[]) => void;
  onRefused: (error: AppError) => void;
}

/** One save at a time, and what the server said to it. */
function useSaving({ save, onSaved, onRefused }: SavingOptions) {
  const [error, setError] = useState<AppError | null>(null);
  const [conflicts, setConflicts] = useState<SiteConflict[] | null>(null);
  const [isSaving, setSaving] = useState(false);
  const running = useRef(false);

  const forget = () => {
    setError(null);
    setConflicts(null);
  };

  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    forget();
    try {
      return await work();
    } catch (failure) {
      console.error("Save failed", failure);
      const told =
        failure instanceof AppError ? failure : new AppError("unexpected", "This could not be saved. Try again.");
      if (told.code === "stale") setConflicts(told.data as SiteConflict[]);
      else {
        setError(told);
        onRefused(told);
      }
      return undefined;
    }
  }

  async function run(list: SiteEditInput[]) {
    if (running.current || list.length === 0) return;
    running.current = true;
    setSaving(true);
    await attempt(async () => {
      await save(list);
      onSaved(list);
    });
    running.current = false;
    setSaving(false);
  }

  return { error, conflicts, isSaving, run, attempt, forget };
}
