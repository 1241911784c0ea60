import type { FormEvent } from "react";
import type { useEntryEditor } from "#app/features/content/entry-editor.form.ts";
import type { ShownField } from "#app/features/page-editing/page-editing.contract.ts";
import { type Section, sectionsToSave } from "#app/features/project/section-list.page.tsx";
import type { useSiteEditor } from "#app/features/site-content/site-editor.form.ts";
import { type Entry, type FieldValue, type FormValues, withoutBlanks } from "#app/ui/admin/form/fields.ts";

/** What the page needs of a form, for the texts of the site or for an entry. */
export interface EditSource {
  /** Names of the changed fields. */
  changed: string[];
  labelOf: (field: string) => string;
  /** As the API accepts them. */
  changes: Record<string, unknown>;
  values: FormValues;
  set: (field: string, value: FieldValue) => void;
  saveDraft: () => Promise<unknown>;
  publish: (event: FormEvent) => void;
  /** @returns a function that restores what was discarded */
  discard: () => () => void;
  isSaving: boolean;
  /** Asks which of two changes of the same text is to be kept. */
  isInConflict: boolean;
  /** A draft is saved as one types; publishing waits for that. */
  isSavingDraft: boolean;
  hasDraft: boolean;
  /** Whether what was typed before has been restored. */
  isRestored: boolean;
  /** Why it could not be saved, as a sentence. */
  message: string | null;
  problem: (field: string) => string | null;
  /** What to look at before publishing. */
  advice: string[];
  /** Headings that were typed over and have no drawn words any more. */
  lostDrawings: LostDrawing[];
}

interface LostDrawing {
  /** Of the heading. */
  label: string;
  /** What is offered to be drawn. */
  words: string;
  draw: () => void;
}

type Editor = Pick<ReturnType<typeof useEntryEditor> | ReturnType<typeof useSiteEditor>, "form" | "drafts">;

/** What is the same for the texts of the site and for an entry. */
export const stateOf = ({ form, drafts }: Editor) => ({
  saveDraft: drafts.save,
  publish: form.submit,
  discard: drafts.draft ? drafts.discard : form.discard,
  isSaving: form.isSaving,
  isInConflict: form.conflict !== null,
  isSavingDraft: drafts.isSaving,
  hasDraft: drafts.draft !== null,
  isRestored: form.restored !== null,
  message: form.message ?? drafts.problem,
  problem: form.problem,
});

export const keyOf = ({ noun, slug }: Pick<ShownField, "noun" | "slug">) => `${noun}/${slug}`;

/** Drops the entries of lists that have been emptied: the page shows and counts only the others. */
export function dropBlanks({ values, set }: Pick<EditSource, "values" | "set">): void {
  for (const [name, value] of Object.entries(values)) {
    const shown = shownPart(value);
    if (Array.isArray(shown) && shown.length < (value as unknown[]).length) set(name, shown);
  }
}

/** A list without its blank entries. Each section of a project has an id and a layout, which are no content. */
export const shownPart = (value: FieldValue): FieldValue =>
  Array.isArray(value) && value.some((entry) => typeof entry === "object" && "_id" in entry)
    ? sectionsToSave(value as Section[])
    : withoutBlanks(value);

type Item = Pick<ShownField, "item" | "section">;

/** What a field shows of a list: the entry, and which column of it. Nothing if its section is gone. */
export function itemAt(value: readonly (string | Entry)[], { item = "", section }: Item) {
  const [index = "", column = ""] = item.split(".");
  const isShown = (entry: string | Entry, place: number) =>
    typeof entry === "object" && (entry._id || `new-${place}`) === section;
  const place = section === undefined ? Number(index) : value.findIndex(isShown);
  return { place, column, entry: value[place] };
}

/** The text of a field or of its item. */
export function textAt(value: FieldValue | undefined, of: Item): string {
  if (of.item === undefined || !Array.isArray(value)) return String(value ?? "");
  const { entry, column } = itemAt(value, of);
  return typeof entry === "object" ? (entry[column] ?? "") : (entry ?? "");
}

/** The value of a field after its text, or that of its item, was typed over. */
export function withText(value: FieldValue | undefined, of: Item, text: string | null): FieldValue {
  if (of.item === undefined || !Array.isArray(value)) return text;
  const { place, entry, column } = itemAt(value, of);
  if (entry === undefined) return value;
  const changed = typeof entry === "object" ? { ...entry, [column]: text } : text;
  return (value as unknown[]).with(place, changed) as FieldValue;
}
