import type { Frame } from "#app/shared/focal-point.ts";
import { asciiDigits } from "#app/shared/text/digits.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import { isSame } from "../draft/merge.ts";
import type { ColourRules } from "./colour-field.tsx";

// A form is declared by its fields: labels, kinds and hints. `Form` renders them; the server validates them with the
// schema derived from the same contract.

interface FieldBase {
  label: string;
  hint?: string;
  /** An entry needs a value here. */
  required?: boolean;
  /** Name of the input, where it differs from the field's key. */
  inputName?: string;
  /** Value of `autocomplete`; off by default. */
  autoComplete?: string;
  /** Heading of its group in the form; without one it is in the first group. */
  group?: string;
}

/** A column of an object list: its label, keyboard type, and what the page shows while it is empty. */
export type FormColumn = { label: string; kind: "text" | "number" | "url"; without?: (entry: Entry) => string };

export type FormField = FieldBase &
  (
    | { kind: "text" | "email" | "emails" | "phone" | "url" | "date" | "timezone" }
    /**
     * `minWidth`: in pixels; a narrower picture is reported, and kept, unless it is the one that is `builtIn`.
     * `isWhole`: the preview crops nothing, for logos.
     */
    | { kind: "image"; minWidth?: number | undefined; builtIn?: string; isWhole?: boolean }
    /** Alternative text of the picture in the field `of`: null if not stated, "" if it is decorative. */
    | { kind: "alt"; of: string }
    /** `#rrggbb` with enough contrast; `rules` says for what. */
    | { kind: "colour"; rules: ColourRules }
    /** Focal point of the picture in the field `of`, as "30% 40%", or "". */
    | { kind: "focalPoint"; of: string; frames: readonly Frame[] }
    /** `isOptional`: an empty input is sent as null. */
    | { kind: "number"; isOptional?: boolean }
    /** `rows`: initial height in lines; by default it fits the text. `formatted`: with light formatting. */
    | { kind: "longText"; rows?: number; formatted?: true }
    /** A list of short texts; `entryName` is the singular, such as "requirement". */
    | { kind: "textList"; entryName: string }
    /** A list of at most `most` objects with the same fields; `entryName` is the singular, such as "role". */
    | { kind: "objectList"; entryName: string; most: number; columns: Readonly<Record<string, FormColumn>> }
    /** One of a few options; defaults to the first. */
    | { kind: "choice"; options: readonly { value: string; label: string }[] }
    /** `states`: what on and off mean, shown next to the switch. */
    | { kind: "boolean"; isOn?: true; states?: { on: string; off: string } }
  );

export type FormFields = Readonly<Record<string, FormField>>;

/** An entry of an object list while it is edited; with an `_id` where entries are merged one by one. */
export type Entry = Record<string, string | null>;

/** Value of a field. Numbers are text while they are edited. Null: not stated, or a default known to the server. */
export type FieldValue = string | string[] | Entry[] | boolean | null;
export type FormValues = Record<string, FieldValue>;

type ValueOf<F> = F extends { kind: "textList" }
  ? string[]
  : F extends { kind: "objectList" }
    ? Entry[]
    : F extends { kind: "boolean" }
      ? boolean
      : F extends { kind: "alt" }
        ? string | null
        : F extends { kind: "choice"; options: readonly { value: infer O }[] }
          ? O
          : string;
export type ValuesOf<F extends FormFields> = { -readonly [K in keyof F]: ValueOf<F[K]> };

/** Initial form values of `entry`, for all fields; blank values for a new entry. */
export function valuesOf<F extends FormFields>(fields: F, entry: object = {}): ValuesOf<F> {
  const values = entry as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, shown(field, values[name])]),
  ) as ValuesOf<F>;
}

function shown(field: FormField, value: unknown): FieldValue {
  if (field.kind === "textList") return (value as string[] | undefined) ?? [];
  if (field.kind === "objectList")
    return ((value as object[] | undefined) ?? []).map((entry) => shownEntry(field.columns, entry));
  if (field.kind === "boolean") return Boolean(value ?? field.isOn);
  if (field.kind === "alt") return (value as string | null | undefined) ?? null;
  if (field.kind === "choice") return String(value ?? field.options[0]?.value ?? "");
  return String(value ?? "");
}

/** Form values of an entry of an object list; blank without `entry`. */
export const shownEntry = (columns: Readonly<Record<string, FormColumn>>, entry: object = {}): Entry =>
  Object.fromEntries(
    Object.keys(columns).map((column) => [column, String((entry as Record<string, unknown>)[column] ?? "")]),
  );

export const labelsOf = (fields: FormFields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));

/** The values that differ from `base`. */
export function changesOf<V extends FormValues>(values: V, base: V): Partial<V> {
  const changed = Object.keys(base).filter((name) => !isSame(values[name], base[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<V>;
}

/**
 * The body of a save: the changed fields, with blank entries removed from lists and numeric text converted to numbers.
 */
export function changedBody<V extends FormValues>(fields: FormFields, values: V, base: V): Partial<V> {
  const filled = Object.entries(values).map(([name, value]) => [name, withoutBlanks(value)]);
  const changes = Object.entries(changesOf<V>(Object.fromEntries(filled), base));
  return Object.fromEntries(changes.map(([name, value]) => [name, sent(fields[name], value)])) as Partial<V>;
}

export const withoutBlanks = (value: FieldValue): FieldValue =>
  Array.isArray(value) ? (value.filter(isFilled) as string[] | Entry[]) : value;

function sent(field: FormField | undefined, value: FieldValue): unknown {
  if (field?.kind === "number") return field.isOptional && isBlank(value) ? null : numberOf(value);
  if (field?.kind === "objectList") return (value as Entry[]).map((entry) => sentEntry(field.columns, entry));
  return value;
}

const sentEntry = (columns: Readonly<Record<string, FormColumn>>, entry: Entry) =>
  Object.fromEntries(
    Object.entries(entry).map(([name, typed]) => [name, columns[name]?.kind === "number" ? numberOf(typed) : typed]),
  );

const isBlank = (value: FieldValue) => typeof value === "string" && !isVisible(value);

/** Whether a value counts as input. A switch alone does not, whichever way it is set. */
export function isFilled(value: FieldValue | Entry): boolean {
  if (typeof value === "string") return isVisible(value);
  if (typeof value === "boolean" || value === null) return false;
  return Object.values(value).some(isFilled);
}

/** Text that is not a number is sent as typed, so that the server's message can explain it. */
export function numberOf(typed: FieldValue): FieldValue | number {
  const number = typeof typed === "string" && isVisible(typed) ? Number(asciiDigits(typed)) : Number.NaN;
  return Number.isFinite(number) ? number : typed;
}
