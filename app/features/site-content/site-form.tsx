import { type FormEvent, useEffect, useRef, useState } from "react";
import { dropDraft, keepDraft, readDraft } from "#app/browser/admin-draft.ts";
import { AppError } from "#app/shared/app-error.ts";
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
  /** The saved versions of a text, newest first. */
  history: (path: string) => Promise<{ author: string; createdAt: string }[]>;
  reload: () => void;
  onSaved: (count: number) => void;
  /** The first text that the server objects to. */
  onRefused: (path: string) => void;
}

export type SiteForm = ReturnType<typeof useSiteForm>;

/** The state of the Site screen: every text is a small form of its own, and all that was typed is saved in one go. */
export function useSiteForm({ texts, edits, remembered, save, history, reload, onSaved, onRefused }: Options) {
  const { typed, setTyped, draftAt, restoredAt, keptAt } = useTyped();
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
    history,
    reload,
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
    draftAt,
    /** When it was typed what was not saved and is back. */
    restoredAt: unsaved.length > 0 ? restoredAt : null,
    /** When the draft went to the disk, in milliseconds; null where there is none. */
    keptAt: unsaved.length > 0 ? keptAt : null,
    submit: (event: FormEvent) => {
      event.preventDefault();
      void saving.run(unsaved.map(outgoing));
    },
    /** Makes a call that checks the texts as a save does. */
    attempt: <T,>(work: (list: SiteEditInput[]) => Promise<T>) => saving.attempt(() => work(unsaved.map(outgoing))),
    /** @returns how to take it back, here or, when this screen is closed by then, in its draft */
    discard: () => {
      const gone = typed;
      changed.current = false;
      setTyped({});
      saving.forget();
      return () => {
        void keepDraft(draftAt, { values: gone, at: Date.now() });
        setTyped((now) => ({ ...gone, ...now }));
      };
    },
    /** Where somebody else was faster. */
    differences:
      conflicts?.map(({ path, value }) => ({
        label: known.get(path)?.label ?? path,
        yours: words(path, typed[path]?.value),
        theirs: words(path, value),
        ...saving.authors[path],
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

/** What was typed outlives the page. */
function useTyped() {
  const [draftAt] = useState(() => location.pathname);
  const [draft] = useState(() => readDraft<Drafts>(draftAt));
  const [typed, setTyped] = useState<Drafts>(draft?.values ?? {});
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null);
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const isEmpty = Object.keys(typed).length === 0;
  if (isEmpty && restoredAt) setRestoredAt(null);
  useEffect(() => {
    if (isEmpty) return dropDraft(draftAt);
    const at = Date.now();
    void keepDraft(draftAt, { values: typed, at }).then((isKept) => setKeptAt(isKept ? at : null));
  }, [draftAt, typed, isEmpty]);
  return { typed, setTyped, draftAt, restoredAt, keptAt };
}

interface SavingOptions {
  save: Options["save"];
  history: Options["history"];
  reload: () => void;
  onSaved: (list: SiteEditInput[]) => void;
  onRefused: (error: AppError) => void;
}

/** Who saved the newest version of each text, and when. */
type Authors = Record<string, { author: string; createdAt: string }>;

/** Without it the question can be asked too. */
async function authorsOf(stale: SiteConflict[], history: Options["history"]): Promise<Authors> {
  const known = await Promise.all(
    stale.map(async ({ path }) => {
      const [newest] = await history(path).catch(() => []);
      return newest ? [[path, { author: newest.author, createdAt: newest.createdAt }] as const] : [];
    }),
  );
  return Object.fromEntries(known.flat());
}

/** One save at a time, and what the server said to it. */
function useSaving({ save, history, reload, onSaved, onRefused }: SavingOptions) {
  const [error, setError] = useState<AppError | null>(null);
  const [conflicts, setConflicts] = useState<SiteConflict[] | null>(null);
  const [authors, setAuthors] = useState<Authors>({});
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
      const told =
        failure instanceof AppError ? failure : new AppError("unexpected", "This could not be saved. Try again.");
      if (told.code === "stale") {
        const stale = told.data as SiteConflict[];
        setAuthors(await authorsOf(stale, history));
        setConflicts(stale);
      } else {
        console.error("Save failed", failure);
        setError(told);
        onRefused(told);
      }
      return undefined;
    }
  }

  /** A text for which somebody else has saved the very same words is saved: only the others go out again. */
  async function saveUnlessSaid(list: SiteEditInput[]): Promise<void> {
    try {
      if (list.length > 0) await save(list);
    } catch (failure) {
      const stale = failure instanceof AppError && failure.code === "stale" ? (failure.data as SiteConflict[]) : [];
      const isSaid = ({ path, value }: SiteEditInput) =>
        stale.some((theirs) => theirs.path === path && theirs.value === value);
      const rest = list.filter((edit) => !isSaid(edit));
      if (stale.length === 0 || rest.length + stale.length !== list.length) throw failure;
      await saveUnlessSaid(rest);
      reload();
    }
  }

  async function run(list: SiteEditInput[]) {
    if (running.current || list.length === 0) return;
    running.current = true;
    setSaving(true);
    await attempt(async () => {
      await saveUnlessSaid(list);
      onSaved(list);
    });
    running.current = false;
    setSaving(false);
  }

  return { error, conflicts, authors, isSaving, run, attempt, forget };
}
