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
}

export type FormField = FieldBase &
  (
    | { kind: "text" | "email" | "phone" | "url" | "number" | "image" | "timezone" }
    /** `rows`: lines that stand there at first; without them as many as the text takes. */
    | { kind: "longText"; rows?: number }
    /** Short texts; `entryName` as "requirement". */
    | { kind: "textList"; entryName: string }
    /** `states`: what on and off mean, beside the switch. */
    | { kind: "boolean"; states?: { on: string; off: string } }
  );

export type FormFields = Readonly<Record<string, FormField>>;

/** What a field holds: text, also of a number that is being typed. Null stands for a default that the server knows. */
export type FieldValue = string | string[] | boolean | null;
export type FormValues = Record<string, FieldValue>;

type ValueOf<F> = F extends { kind: "textList" } ? string[] : F extends { kind: "boolean" } ? boolean : string;
export type ValuesOf<F extends FormFields> = { -readonly [K in keyof F]: ValueOf<F[K]> };

/** Every field of it, as the form of `entry` begins; of a new entry, blank. */
export function valuesOf<F extends FormFields>(fields: F, entry: object = {}): ValuesOf<F> {
  const values = entry as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [name, shown(kind, values[name])]),
  ) as ValuesOf<F>;
}

function shown(kind: FormField["kind"], value: unknown): FieldValue {
  if (kind === "textList") return (value as string[] | undefined) ?? [];
  if (kind === "boolean") return Boolean(value);
  return String(value ?? "");
}

export const labelsOf = (fields: FormFields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));

/** Those of the values that differ from what was there before: a save leaves the fields alone that somebody else may be changing. */
export function changesOf<V extends FormValues>(values: V, base: V): Partial<V> {
  const changed = Object.keys(base).filter((name) => !isSame(values[name], base[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<V>;
}

/** What a save sends: the changed fields, of lists the lines that say something, of numbers the number. */
export function changedBody<V extends FormValues>(fields: FormFields, values: V, base: V): Partial<V> {
  const filled = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? filledLines(value) : value,
  ]);
  const changes = Object.entries(changesOf<V>(Object.fromEntries(filled), base));
  const sent = (name: string, value: FieldValue) => (fields[name]?.kind === "number" ? numberOf(value) : value);
  return Object.fromEntries(changes.map(([name, value]) => [name, sent(name, value)])) as Partial<V>;
}

const filledLines = (lines: string[]): string[] => lines.filter((line) => line.trim() !== "");

/** What is no number goes out as it was typed: the server says so in its words. */
export function numberOf(typed: FieldValue): FieldValue | number {
  const isNumber = typeof typed === "string" && typed.trim() !== "" && Number.isFinite(Number(typed));
  return isNumber ? Number(typed) : typed;
}
