import type { Draft } from "#app/browser/admin-draft.ts";
import { useEntryForm } from "#app/ui/admin/form/entry-form.ts";
import { changesOf, type FormField, numberOf } from "#app/ui/admin/form/fields.ts";
import type { Snapshot } from "#app/ui/admin/form/snapshot.ts";
import type { SiteConflict, SiteEdit, SiteEditInput } from "./site-content.contract.ts";

/** One text of the site, as the built-in content declares it. */
export interface SiteText {
  path: string;
  label: string;
  group: string;
  name: string;
  kind: Exclude<FormField["kind"], "textList">;
  isHeading: boolean;
  fallback: string | number | boolean;
}

/** What a field holds: text, also of a number that is being typed; a switch is on or off. Null shows the built-in default. */
type Value = string | boolean | null;
type Values = Record<string, Value>;
/** Of the texts that are edited, by path. */
type Versions = Record<string, number>;

interface Options {
  texts: SiteText[];
  edits: SiteEdit[];
  /** The paths of the texts with saved versions, as soon as they are known. */
  remembered: string[] | undefined;
  /** Saves all or none, and reads the edits anew. */
  save: (edits: SiteEditInput[]) => Promise<unknown>;
  /** The saved versions of a text, newest first. */
  history: (path: string) => Promise<{ author: string; createdAt: string }[]>;
  onSaved: (count: number) => void;
  /** The first text that the server objects to. */
  onRefused: (path: string) => void;
}

export type SiteForm = ReturnType<typeof useSiteForm>;

/** The form of the Site screen: every text is a field with a version of its own, and all that was typed is saved in one go. */
export function useSiteForm({ texts, edits, remembered, save, history, onSaved, onRefused }: Options) {
  const kinds = new Map(texts.map(({ path, kind }) => [path, kind]));
  const withHistory = new Set(remembered);
  const entry = entryOf(texts, edits);
  const form = useEntryForm<Values, Versions, number>({
    initial: entry.values,
    version: entry.version,
    save: async (values, versions = {}, base) => {
      const list = editsOf(kinds, values, base).map((edit) => ({ ...edit, version: versions[edit.path] ?? 0 }));
      // For every text somebody else may have saved the very same words.
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
    upgradeDraft: (draft) => upgraded(draft, entry),
    onSaved,
    onRefused: ({ errors }) => {
      const first = texts.find(({ path }) => errors.some(({ field }) => field === path));
      if (first) onRefused(first.path);
    },
  });
  const { values, base } = form;
  const isEdited = ({ path }: SiteText) => base[path] !== null;
  return {
    ...form,
    valueOf: ({ path, fallback }: SiteText) => values[path] ?? (shown(fallback) as string | boolean),
    /** A default that is typed again is no edit. */
    put: (text: SiteText, value: Value) =>
      form.set(text.path, !isEdited(text) && value === shown(text.fallback) ? null : value),
    reset: ({ path }: SiteText) => form.set(path, null),
    unsaved: Object.keys(changesOf(values, base)),
    isUnsaved: ({ path }: SiteText) => values[path] !== base[path],
    isEdited,
    hasHistory: (text: SiteText) => isEdited(text) || withHistory.has(text.path),
    /** Makes a call that checks the texts as a save does. */
    attempt: <T>(work: (list: SiteEditInput[]) => Promise<T>) =>
      form.attempt((now, over) => work(editsOf(kinds, now, over))),
  };
}

function entryOf(texts: SiteText[], edits: SiteEdit[]): Snapshot<Values, Versions> & { version: Versions } {
  const saved = new Map(edits.map((edit) => [edit.path, edit]));
  return {
    values: Object.fromEntries(texts.map(({ path }) => [path, shown(saved.get(path)?.value ?? null)])),
    version: Object.fromEntries(edits.map(({ path, version }) => [path, version])),
  };
}

/** As a field holds it. */
const shown = (value: SiteConflict["value"]): Value => (typeof value === "number" ? String(value) : value);

/** What goes out: a number as one, where it is one. */
const editsOf = (kinds: Map<string, SiteText["kind"]>, values: Values, base: Values): SiteEditInput[] =>
  Object.entries(changesOf(values, base)).map(([path, value = null]) => ({
    path,
    value: (kinds.get(path) === "number" ? numberOf(value) : value) as SiteEditInput["value"],
  }));

/** Earlier releases kept each text with the version that it was typed over, and not what that version said. */
function upgraded(draft: Draft<Values>, { values, version }: Snapshot<Values, Versions>): Draft<Values> {
  const old = Object.entries(draft.values as Record<string, unknown>).filter(
    (each): each is [string, { value: Value; version: number }] => typeof each[1] === "object" && each[1] !== null,
  );
  if (old.length === 0) return draft;
  const isCurrent = (path: string, typedOver: number) => typedOver === (version?.[path] ?? 0);
  return {
    values: Object.fromEntries(old.map(([path, typed]) => [path, typed.value])),
    // Over words that are no longer known: whatever stands there now is a change that has to be asked about.
    base: Object.fromEntries(
      old.map(([path, typed]) => [path, isCurrent(path, typed.version) ? (values[path] ?? null) : "\0"]),
    ),
    version: { ...version, ...Object.fromEntries(old.map(([path, typed]) => [path, typed.version])) },
    at: draft.at,
  };
}
