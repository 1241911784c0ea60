import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { dropDraft, isDropped, keepDraft, readDraft } from "#app/browser/visitor-draft.ts";
import { randomKey } from "#app/shared/random-key.ts";
import { honeypotField, type VisitorSignals } from "#app/shared/visitor-signals.ts";

export type Values<F extends string> = Record<F, string>;

/** An attempt to send a message: its values as JSON, and its idempotency key. */
interface Attempt {
  of: string;
  key: string;
}

/**
 * What is typed in a public form, with its draft and its attempts to send it. `initial`: values rendered into it.
 * `onResume`: the form's message was changed or sent on a later page, from which the visitor has come back. `sent`: the
 * message, if this page had tried to send it.
 */
export function useMessage<F extends string>(
  name: string,
  fields: readonly F[],
  initial: Record<string, string> | undefined,
  onResume: (sent: Values<F> | null) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const attempt = useRef<Attempt | null>(null);
  const touchedMs = useRef<number | null>(null);
  const [isHydrated, setHydrated] = useState(false);
  const [values, setValues] = useState<Values<F>>(() => blank(fields, initial));
  const isRefused = initial !== undefined;

  // Before the next frame, which would show the button as it is without a script.
  useLayoutEffect(() => {
    if (!form.current) return;
    releaseButton(form.current);
    if (!isRefused) attempt.current = restored(form.current, name, fields);
    const typed = read(form.current, fields);
    // Before hydration nothing kept it.
    if (Object.values(typed).some(Boolean)) keepDraft(name, { values: typed, key: attempt.current?.key });
    setValues(typed);
    setHydrated(true);
  }, [name, fields, isRefused]);
  useSilentInput(form, values);
  useReturn(resume);

  function note(element: HTMLFormElement) {
    touchedMs.current ??= performance.now();
    const typed = read(element, fields);
    setValues(typed);
    keepDraft(name, { values: typed });
  }

  /** The pages of a tab share the drafts: what a later page left is newer than what this one shows. */
  function resume() {
    const element = form.current;
    const draft = readDraft(name);
    if (!element || !draft) return;
    const newest = blank(fields, draft.values);
    const of = JSON.stringify(newest);
    const tried = attempt.current;
    attempt.current = draft.key ? { of, key: draft.key } : null;
    if (of === JSON.stringify(read(element, fields))) return;
    write(element, newest);
    setValues(newest);
    onResume(tried && isDropped(draft) ? JSON.parse(tried.of) : null);
  }

  /** The key to send these values with: unchanged between attempts, new for another message. */
  function keyOf(typed: Values<F>): string {
    attempt.current = attemptWith(typed, attempt.current);
    keepDraft(name, { values: typed, key: attempt.current.key });
    return attempt.current.key;
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
    empty(element, fields);
    setValues(blank(fields));
    dropDraft(name);
    return true;
  }

  const signals = (element: HTMLFormElement) => signalsOf(element, touchedMs.current);
  return { form, values, isHydrated, note, keyOf, sentAs, signals, clear };
}

/** What the page's first script has disabled while React was on its way is React's from now on. */
function releaseButton(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  if (button) button.disabled = false;
}

/** The last attempt if it was with these values, otherwise a new one. */
function attemptWith(values: Record<string, string>, last: Attempt | null): Attempt {
  const of = JSON.stringify(values);
  return last?.of === of ? last : { of, key: randomKey() };
}

/**
 * Empties the fields. The focused submit button is about to be disabled: focus moves to the form, so that keyboard users
 * continue there.
 */
function empty(form: HTMLFormElement, fields: readonly string[]) {
  if (form.contains(document.activeElement)) form.focus({ preventScroll: true });
  write(form, blank(fields));
}

/**
 * Completes each field that contains the beginning of its draft: nothing, or what the visitor typed before hydration or
 * the browser restored. What differs is newer and stays, unless Back has brought it and a later page has sent it.
 * @returns the attempt to send the draft, if there was one and the form contains just that
 */
function restored<F extends string>(form: HTMLFormElement, name: string, fields: readonly F[]): Attempt | null {
  const draft = readDraft(name);
  if (!draft) return null;
  const kept = blank(fields, draft.values);
  const isStale = isDropped(draft) && hasComeBack() && !form.contains(document.activeElement);
  const typed = isStale ? kept : read(form, fields);
  for (const field of fields) if (kept[field].startsWith(typed[field])) typed[field] = kept[field];
  write(form, typed);
  const of = JSON.stringify(kept);
  return draft.key && of === JSON.stringify(typed) ? { of, key: draft.key } : null;
}

function hasComeBack(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.type === "back_forward";
}

/**
 * Some password managers and keyboards fill in fields without an `input` event. It is made up for at the next sign of
 * use, which may be a press on the button that still waits for it.
 */
function useSilentInput(form: RefObject<HTMLFormElement | null>, values: Record<string, string>) {
  const noted = useRef(values);
  noted.current = values;
  useEffect(() => {
    const element = form.current as HTMLFormElement;
    const { signal, stop } = untilUnmounted();
    for (const sign of ["change", "pointerdown", "keydown", "focusin"])
      element.addEventListener(
        sign,
        () => {
          for (const field in noted.current) {
            const input = control(element, field);
            if (input?.value !== noted.current[field]) input?.dispatchEvent(new Event("input", { bubbles: true }));
          }
        },
        { signal },
      );
    return stop;
  }, [form]);
}

/** Calls `resume` when Back or Forward shows the page again as it was left. */
function useReturn(resume: () => void) {
  const latest = useRef(resume);
  latest.current = resume;
  useEffect(() => {
    const { signal, stop } = untilUnmounted();
    addEventListener("pageshow", ({ persisted }) => persisted && latest.current(), { signal });
    return stop;
  }, []);
}

function untilUnmounted() {
  const listening = new AbortController();
  return { signal: listening.signal, stop: () => listening.abort() };
}

/** If the text comes from an earlier page, its typing time is unknown. */
function signalsOf(form: HTMLFormElement, touchedMs: number | null): VisitorSignals {
  const honeypot = Boolean(control(form, honeypotField)?.value);
  return touchedMs === null ? { honeypot, isDraft: true } : { honeypot, elapsedMs: performance.now() - touchedMs };
}

function blank<F extends string>(fields: readonly F[], values: Record<string, string> = {}): Values<F> {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? ""])) as Values<F>;
}

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
