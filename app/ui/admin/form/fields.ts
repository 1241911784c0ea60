import { isSame } from "./merge.ts";

// A form is declared by its fields: what each is called, what it takes and what helps to fill it. `Form` draws them; what may be
// saved says the server, with the same schema that the contract gives it.

interface FieldBase {
  label: string;
  hint?: string;
  /** An entry means nothing without it. */
  required?: boolean;
  /** Of its control, where that is not called as its field. */
  inputName?: string;
  /** What a browser may fill in; nothing unless it is said. */
  autoComplete?: string;
  /** Heading of the part of the form that it stands in; without it, the first. */
  group?: string;
}

/** A column of an object list: what it is called and which keyboard it takes. */
export type FormColumn = { label: string; kind: "text" | "number" };

export type FormField = FieldBase &
  (
    | { kind: "text" | "email" | "phone" | "url" | "date" | "image" | "timezone" }
    /** `isOptional`: nothing typed is no number, which goes out as null. */
    | { kind: "number"; isOptional?: boolean }
    /** `rows`: lines that stand there at first; without them as many as the text takes. */
    | { kind: "longText"; rows?: number }
    /** Short texts; `entryName` as "requirement". */
    | { kind: "textList"; entryName: string }
    /** Objects with the same fields, at most `most`; `entryName` as "role". */
    | { kind: "objectList"; entryName: string; most: number; columns: Readonly<Record<string, FormColumn>> }
    /** One of few; the first is taken where nothing was chosen. */
    | { kind: "choice"; options: readonly { value: string; label: string }[] }
    /** `states`: what on and off mean, beside the switch. */
    | { kind: "boolean"; states?: { on: string; off: string } }
  );

export type FormFields = Readonly<Record<string, FormField>>;

/** One entry of an object list, as it is typed. */
export type Entry = Record<string, string>;

/** What a field holds: text, also of a number that is being typed. Null stands for a default that the server knows. */
export type FieldValue = string | string[] | Entry[] | boolean | null;
export type FormValues = Record<string, FieldValue>;

type ValueOf<F> = F extends { kind: "textList" }
  ? string[]
  : F extends { kind: "objectList" }
    ? Entry[]
    : F extends { kind: "boolean" }
      ? boolean
      : F extends { kind: "choice"; options: readonly { value: infer O }[] }
        ? O
        : string;
export type ValuesOf<F extends FormFields> = { -readonly [K in keyof F]: ValueOf<F[K]> };

/** Every field of it, as the form of `entry` begins; of a new entry, blank. */
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
  if (field.kind === "boolean") return Boolean(value);
  if (field.kind === "choice") return String(value ?? field.options[0]?.value ?? "");
  return String(value ?? "");
}

/** An entry of an object list; without an entry, a blank one. */
export const shownEntry = (columns: Readonly<Record<string, FormColumn>>, entry: object = {}): Entry =>
  Object.fromEntries(
    Object.keys(columns).map((column) => [column, String((entry as Record<string, unknown>)[column] ?? "")]),
  );

export const labelsOf = (fields: FormFields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));

/** Those of the values that differ from what was there before: a save leaves the fields alone that somebody else may be changing. */
export function changesOf<V extends FormValues>(values: V, base: V): Partial<V> {
  const changed = Object.keys(base).filter((name) => !isSame(values[name], base[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<V>;
}

/** What a save sends: the changed fields, of lists the entries that say something, of numbers the number. */
export function changedBody<V extends FormValues>(fields: FormFields, values: V, base: V): Partial<V> {
  const filled = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter(isFilled) : value,
  ]);
  const changes = Object.entries(changesOf<V>(Object.fromEntries(filled), base));
  return Object.fromEntries(changes.map(([name, value]) => [name, sent(fields[name], value)])) as Partial<V>;
}

function sent(field: FormField | undefined, value: FieldValue): unknown {
  if (field?.kind === "number") return field.isOptional && isBlank(value) ? null : numberOf(value);
  if (field?.kind === "objectList") return (value as Entry[]).map((entry) => sentEntry(field.columns, entry));
  return value;
}

const sentEntry = (columns: Readonly<Record<string, FormColumn>>, entry: Entry) =>
  Object.fromEntries(
    Object.entries(entry).map(([name, typed]) => [name, columns[name]?.kind === "number" ? numberOf(typed) : typed]),
  );

const isBlank = (value: FieldValue) => typeof value === "string" && value.trim() === "";

/** Whether a person has put something in. A switch says nothing by itself, whichever way it stands. */
export function isFilled(value: FieldValue | Entry): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value === "boolean" || value === null) return false;
  return Object.values(value).some(isFilled);
}

/** What is no number goes out as it was typed: the server says so in its words. */
export function numberOf(typed: FieldValue): FieldValue | number {
  const isNumber = typeof typed === "string" && typed.trim() !== "" && Number.isFinite(Number(typed));
  return isNumber ? Number(typed) : typed;
}
