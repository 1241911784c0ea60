import { useEffect, useRef, useState } from "react";
import { dropDraft, keepDraft, readDraft } from "#app/browser/visitor-draft.ts";
import { randomKey } from "#app/shared/random-key.ts";
import { honeypotField, type VisitorSignals } from "#app/shared/visitor-signals.ts";

export type Values<F extends string> = Record<F, string>;

/** An attempt to send a message: its values as JSON, and its idempotency key. */
interface Attempt {
  of: string;
  key: string;
}

/** What is typed in a public form, with its draft and its attempts to send it. `initial`: values rendered into it. */
export function useMessage<F extends string>(name: string, fields: readonly F[], initial?: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null);
  const attempt = useRef<Attempt | null>(null);
  const touchedMs = useRef<number | null>(null);
  const [isHydrated, setHydrated] = useState(false);
  const [values, setValues] = useState<Values<F>>(() => blank(fields, initial));

  useEffect(() => {
    if (!form.current) return;
    attempt.current = restored(form.current, name, fields);
    setValues(read(form.current, fields));
    setHydrated(true);
  }, [name, fields]);

  function note(element: HTMLFormElement) {
    touchedMs.current ??= performance.now();
    const typed = read(element, fields);
    setValues(typed);
    keepDraft(name, { values: typed });
  }

  /** The key to send these values with: unchanged between attempts, new for another message. */
  function keyOf(typed: Values<F>): string {
    const of = JSON.stringify(typed);
    if (attempt.current?.of !== of) attempt.current = { of, key: randomKey() };
    const { key } = attempt.current;
    keepDraft(name, { values: typed, key });
    return key;
  }

  /** The values of the last attempt, if it had this key. */
  function sentAs(key: string): Values<F> | undefined {
    return attempt.current?.key === key ? JSON.parse(attempt.current.of) : undefined;
  }

  /**
   * Clears the sent message. Anything typed while the request was in flight is a new message and stays.
   * @returns whether the form was cleared
   */
  function clear(element: HTMLFormElement, sent: Values<F>): boolean {
    attempt.current = null;
    touchedMs.current = null;
    const now = read(element, fields);
    if (JSON.stringify(now) !== JSON.stringify(sent)) {
      keepDraft(name, { values: now });
      return false;
    }
    // The focused submit button is about to be disabled: move focus to the form, so that keyboard users continue there.
    if (element.contains(document.activeElement)) element.focus({ preventScroll: true });
    write(element, blank(fields));
    setValues(blank(fields));
    dropDraft(name);
    return true;
  }

  const signals = (element: HTMLFormElement) => signalsOf(element, touchedMs.current);
  return { form, values, isHydrated, note, keyOf, sentAs, signals, clear };
}

/**
 * Restores the draft into an empty form.
 * @returns its key, if an attempt to send it was already made
 */
function restored<F extends string>(form: HTMLFormElement, name: string, fields: readonly F[]): Attempt | null {
  const draft = readDraft(name);
  if (!draft || !isBlank(read(form, fields))) return null;
  const values = blank(fields, draft.values);
  write(form, values);
  return draft.key ? { of: JSON.stringify(values), key: draft.key } : null;
}

/** If the text comes from an earlier page, its typing time is unknown. */
function signalsOf(form: HTMLFormElement, touchedMs: number | null): VisitorSignals {
  const honeypot = Boolean(control(form, honeypotField)?.value);
  return touchedMs === null ? { honeypot, isDraft: true } : { honeypot, elapsedMs: performance.now() - touchedMs };
}

function blank<F extends string>(fields: readonly F[], values: Record<string, string> = {}): Values<F> {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? ""])) as Values<F>;
}

const isBlank = (values: Record<string, string>) => Object.values(values).every((value) => value === "");

/** What the inputs contain now. */
export function read<F extends string>(form: HTMLFormElement, fields: readonly F[]): Values<F> {
  return Object.fromEntries(fields.map((field) => [field, control(form, field)?.value ?? ""])) as Values<F>;
}

function write(form: HTMLFormElement, values: Record<string, string>) {
  for (const [field, value] of Object.entries(values)) {
    const element = control(form, field);
    if (element) element.value = value;
  }
}

export function control(form: HTMLFormElement, field: string) {
  return form.elements.namedItem(field) as HTMLInputElement | HTMLTextAreaElement | null;
}
