import type { Draft } from "#app/browser/admin-draft.ts";
import { redrawn } from "#app/shared/text/drawn-word.ts";
import { isSame } from "#app/ui/admin/draft/merge.ts";
import type { Snapshot } from "#app/ui/admin/draft/snapshot.ts";
import { useEntryForm } from "#app/ui/admin/form/entry-form.ts";
import { changesOf, type Entry, numberOf, withoutBlanks } from "#app/ui/admin/form/fields.ts";
import type { ContentField } from "./defaults/sections.ts";
import type { SiteConflict, SiteEdit, SiteEditInput } from "./site-content.contract.ts";

/**
 * The value of a field: a string, also for a number being typed; a boolean for a switch; rows of a list. Null shows the
 * built-in default.
 */
type Value = string | boolean | Entry[] | null;
type Values = Record<string, Value>;
/**
 * An alternative text that is required and not typed yet: null goes back to the built-in words, and "" would make the
 * picture decorative. The server refuses it.
 */
const notStated = " ";

/** Versions of the edited texts, by path. */
type Versions = Record<string, number>;

/** Values by path. */
interface SiteDraft {
  changes: Record<string, unknown>;
  base: Record<string, unknown>;
  savedAt: string;
}

interface Options {
  texts: ContentField[];
  edits: SiteEdit[];
  /** The draft of the texts on the server, as loaded. */
  draft: SiteDraft | null;
  /** Paths of the texts with saved versions, once loaded. */
  remembered: string[] | undefined;
  /** Saves all or none, and reloads the edits. */
  save: (edits: SiteEditInput[]) => Promise<unknown>;
  /** The saved versions of a text, newest first. */
  history: (path: string) => Promise<{ author: string; createdAt: string }[]>;
  onSaved: (count: number) => void;
  /** Called with the first text that the server rejects. */
  onRefused: (path: string) => void;
}

/** Key of the draft on this device, wherever the texts are edited. */
const siteDraftAt = "/admin/site";

export type SiteForm = ReturnType<typeof useSiteForm>;

/**
 * The form of the Site screen: every text is a field with its own version, and all changes are saved in one request.
 */
export function useSiteForm({ texts, edits, draft, remembered, save, history, onSaved, onRefused }: Options) {
  const declared = new Map(texts.map((text) => [text.path, text]));
  const withHistory = new Set(remembered);
  const entry = entryOf(texts, edits);
  const form = useEntryForm<Values, Versions, number>({
    draftAt: siteDraftAt,
    initial: entry.values,
    version: entry.version,
    save: async (values, versions = {}, base) => {
      const list = editsOf(declared, values, base).map((edit) => ({ ...edit, version: versions[edit.path] ?? 0 }));
      // Somebody else may already have saved the same text in every case.
      if (list.length > 0) await save(list);
      return list.length;
    },
    newer: (conflicts: SiteConflict[], { values, version }) => ({
      values: { ...values, ...Object.fromEntries(conflicts.map(({ path, value }) => [path, shown(value)])) },
      version: { ...version, ...Object.fromEntries(conflicts.map((each) => [each.path, each.version])) },
    }),
    authors: async (paths) => {
      const newest = await Promise.all(paths.map(async (path) => [path, (await history(path))[0]] as const));
      return Object.fromEntries(newest.flatMap(([path, by]) => (by ? [[path, by]] : [])));
    },
    stored: draft && storedDraft(draft, entry),
    upgradeDraft: (draft) => withWholeLists(upgraded(draft, entry), entry, texts),
    onSaved,
    onRefused: ({ errors }) => {
      const first = texts.find(({ path }) => errors.some(({ field }) => field === path));
      if (first) onRefused(first.path);
    },
  });
  const { values, base } = form;
  const valueAt = ({ path, kind, fallback }: ContentField): Value => {
    const value = values[path] ?? shown(fallback);
    return kind === "alt" && value === notStated ? null : value;
  };
  const isEdited = ({ path }: ContentField) => base[path] !== null;
  return {
    ...form,
    entryForm: form,
    /** The changed texts by path, as values of the request, and what they said before. */
    changesOf: (now: Values, over: Values) => byPath(editsOf(declared, now, over)),
    basesOf: (now: Values, over: Values) =>
      Object.fromEntries(
        Object.keys(changesOf(now, over)).map((path) => [path, sentOf(declared.get(path), over[path] ?? null)]),
      ),
    /** The form's values with a draft. */
    valuesWith: (of: SiteDraft): Values => ({ ...entry.values, ...shownAll(of.base), ...shownAll(of.changes) }),
    /** Null: an alternative text that is not stated. */
    valueOf: valueAt,
    valuesOf: (some: readonly ContentField[]) => Object.fromEntries(some.map((text) => [text.path, valueAt(text)])),
    /** Typing the default again is not an edit. */
    put: (text: ContentField, next: Value) => {
      const value = text.kind === "alt" ? (next ?? notStated) : next;
      form.set(text.path, !isEdited(text) && isSame(value, shown(text.fallback)) ? null : value);
    },
    /** A picture's focal point goes with it. @returns a function that takes it back */
    reset: ({ path }: ContentField) => {
      const reset = texts.filter((each) => each.path === path || (each.kind === "focalPoint" && each.of === path));
      for (const each of reset) form.set(each.path, null);
      return () => {
        for (const each of reset) form.set(each.path, values[each.path] ?? null);
      };
    },
    unsaved: Object.keys(changesOf(values, base)),
    isUnsaved: ({ path }: ContentField) => !isSame(values[path], base[path]),
    isEdited,
    /** What would give a heading the drawn words back that it had before it was typed over; null if it misses none. */
    lostDrawing: (text: ContentField) =>
      text.isHeading ? redrawn(String(valueAt(text)), String(base[text.path] ?? text.fallback)) : null,
    hasHistory: (text: ContentField) => isEdited(text) || withHistory.has(text.path),
    /** Runs a call that validates the texts as a save does. */
    attempt: <T>(work: (list: SiteEditInput[]) => Promise<T>) =>
      form.attempt((now, over) => work(editsOf(declared, now, over))),
  };
}

function entryOf(texts: ContentField[], edits: SiteEdit[]): Snapshot<Values, Versions> & { version: Versions } {
  const saved = new Map(edits.map((edit) => [edit.path, edit]));
  return {
    values: Object.fromEntries(texts.map(({ path }) => [path, shown(saved.get(path)?.value ?? null)])),
    version: Object.fromEntries(edits.map(({ path, version }) => [path, version])),
  };
}

/** Converts a value to the form a field holds. */
export const shown = (value: SiteConflict["value"]): Value => (typeof value === "number" ? String(value) : value);

type Declared = ReadonlyMap<string, ContentField>;

/** Converts the values for the request: numbers as numbers, where they parse, and lists without blank rows. */
const editsOf = (declared: Declared, values: Values, base: Values): SiteEditInput[] =>
  Object.entries(changesOf(values, base)).flatMap(([path, value = null]) => {
    const [was, next] = [base[path] ?? null, withoutBlanks(value) as Value];
    const text = declared.get(path);
    // A blank row that was added is no change.
    const isUnchanged = isSame(next, was ?? shown(text?.fallback ?? null)) && Array.isArray(next);
    return isUnchanged ? [] : [{ path, value: sentOf(text, next) }];
  });

const sentOf = (text: ContentField | undefined, value: Value) =>
  (text?.kind === "number" ? numberOf(value) : value) as SiteEditInput["value"];

const byPath = (edits: SiteEditInput[]) => Object.fromEntries(edits.map(({ path, value }) => [path, value]));

const shownAll = (values: Record<string, unknown>): Values =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [path, shown(value as SiteConflict["value"])]));

/** A text that has been saved since has no version that the server would take: saving over it asks. */
function storedDraft(
  { changes, base, savedAt }: SiteDraft,
  { values, version }: Snapshot<Values, Versions>,
): Draft<Values> {
  const before = shownAll(base);
  const saved = Object.keys(before).filter((path) => !isSame(before[path], values[path]));
  return {
    values: shownAll(changes),
    base: before,
    version: { ...version, ...Object.fromEntries(saved.map((path) => [path, -1])) },
    at: Date.parse(savedAt),
  };
}

/**
 * Earlier releases stored each text in the draft with the version it was typed over, but not that version's content.
 */
function upgraded(draft: Draft<Values>, { values, version }: Snapshot<Values, Versions>): Draft<Values> {
  const old = Object.entries(draft.values as Record<string, unknown>).filter(
    (each): each is [string, { value: Value; version: number }] =>
      // A list is an object too.
      typeof each[1] === "object" && each[1] !== null && !Array.isArray(each[1]),
  );
  if (old.length === 0) return draft;
  const isCurrent = (path: string, typedOver: number) => typedOver === (version?.[path] ?? 0);
  return {
    values: Object.fromEntries(old.map(([path, typed]) => [path, typed.value])),
    // Typed over content that is no longer known: whatever is there now counts as a conflict.
    base: Object.fromEntries(
      old.map(([path, typed]) => [path, isCurrent(path, typed.version) ? (values[path] ?? null) : "\0"]),
    ),
    version: { ...version, ...Object.fromEntries(old.map(([path, typed]) => [path, typed.version])) },
    at: draft.at,
  };
}

/** Earlier releases had a text for each cell of a list, such as `company.hours.0.days`. */
function withWholeLists(
  draft: Draft<Values>,
  { values }: Snapshot<Values, Versions>,
  texts: ContentField[],
): Draft<Values> {
  const lists = texts.filter(({ kind, path }) => kind === "rows" && hasCells(draft.values, path));
  const cellsOf = (of: Values) => Object.entries(of).filter(([path]) => lists.some((list) => isCell(path, list.path)));
  const without = (of: Values) =>
    Object.fromEntries(Object.entries(of).filter(([path]) => !lists.some((list) => isCell(path, list.path))));
  const typed = lists.map(({ path, fallback }) => {
    const rows = structuredClone(values[path] ?? fallback) as Entry[];
    for (const [cell, value] of cellsOf(draft.values)) {
      const [index = "", column = ""] = cell.slice(path.length + 1).split(".");
      const row = rows[Number(index)];
      if (isCell(cell, path) && row && typeof value === "string") row[column] = value;
    }
    return [path, rows] as const;
  });
  return {
    ...draft,
    values: { ...without(draft.values), ...Object.fromEntries(typed) },
    base: {
      ...without(draft.base ?? {}),
      ...Object.fromEntries(lists.map(({ path }) => [path, values[path] ?? null])),
    },
  };
}

const isCell = (path: string, list: string) => path.startsWith(`${list}.`);
const hasCells = (values: Values, list: string) => Object.keys(values).some((path) => isCell(path, list));
