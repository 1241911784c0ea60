import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { onUnsentChange, QueuedOffline } from "#app/browser/unsent-messages.ts";
import { dropDraft, keepDraft, readDraft } from "#app/browser/visitor-draft.ts";
import { AppError } from "#app/shared/app-error.ts";
import { randomKey } from "#app/shared/random-key.ts";
import { decoyField, type VisitorSignals } from "#app/shared/visitor-signals.ts";

type Values<F extends string> = Record<F, string>;
type Errors<F extends string> = Partial<Record<F, string>>;

/** A form submission without JavaScript that the server refused; rendered again with its values. */
export interface Refusal {
  values: Record<string, string>;
  message: string;
  errors: { field: string; message: string }[];
}

interface FormOptions<F extends string> {
  /** Key of its draft. */
  name: string;
  fields: readonly F[];
  /** Validates the values on submit; errors prevent sending. */
  check(values: Values<F>): Errors<F>;
  /** Sends the message. The key is the same for every attempt at the same message, so that it is stored once. */
  send(values: Values<F>, key: string, signals: VisitorSignals): Promise<unknown>;
  /** Shown if sending fails, followed by the server's reason where it is meant for visitors. */
  failure: string;
  /** Text shown after success. `reply`: the server's answer, if the message was not sent in the background. */
  success(reply?: unknown): string;
  refusal?: Refusal;
}

/**
 * State of a public form. The form works before hydration (it has an action), keeps a draft across closing and reload,
 * and submits without navigation. Inputs are uncontrolled, so text typed before hydration stays.
 */
export function useForm<F extends string>(options: FormOptions<F>) {
  const { name, fields, check, send, failure, success, refusal } = options;
  const form = useRef<HTMLFormElement>(null);
  const key = useRef<{ of: string; key: string } | null>(null);
  const touchedMs = useRef<number | null>(null);
  const [isHydrated, setHydrated] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [values, setValues] = useState<Values<F>>(() => blank(fields, refusal?.values));
  const [errors, setErrors] = useState<Errors<F>>(() => byField(fields, refusal?.errors ?? []));
  const [alert, setAlert] = useState<string | null>(refusal?.message ?? null);
  const [sent, setSent] = useState<Values<F> | null>(null);
  const [notice, setNotice] = useState({ text: null as string | null, round: 0 });

  const wrong = fields.find((field) => refusal?.errors.some((error) => error.field === field)) ?? fields.at(-1);

  useEffect(() => {
    if (!form.current) return;
    key.current = restored(form.current, name, fields);
    setValues(read(form.current, fields));
    setHydrated(true);
  }, [name, fields]);

  useArrivals((sent) => {
    if (sent === key.current?.key && form.current) arrived(form.current, JSON.parse(key.current.of));
  });

  function arrived(element: HTMLFormElement, message: Values<F>, reply?: unknown) {
    key.current = null;
    touchedMs.current = null;
    setSent(clear(element, message) ? message : null);
    setAlert(null);
    setNotice((now) => ({ text: success(reply), round: now.round + 1 }));
  }

  function input(event: FormEvent<HTMLFormElement>) {
    touchedMs.current ??= performance.now();
    const typed = read(event.currentTarget, fields);
    setValues(typed);
    keepDraft(name, { values: typed });
    const { name: field } = event.target as HTMLInputElement;
    setErrors((now) => ({ ...now, [field]: undefined }));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (isBusy) return;
    const typed = read(element, fields);
    const found = check(typed);
    setErrors(found);
    if (Object.values(found).some(Boolean)) return focusFirst(element, fields, found);
    key.current = keyFor(typed, key.current);
    keepDraft(name, { values: typed, key: key.current.key });
    setBusy(true);
    setAlert(null);
    try {
      const reply = await send(typed, key.current.key, signalsOf(element, touchedMs.current));
      arrived(element, typed, reply);
    } catch (error) {
      console.error(error);
      setNotice((now) => ({ ...now, text: null }));
      setErrors(byField(fields, error instanceof AppError ? error.errors : []));
      setAlert(worded(failure, error));
    } finally {
      setBusy(false);
    }
  }

  /**
   * Clears the sent message. Anything typed while the request was in flight is a new message and stays.
   * @returns whether the form was cleared
   */
  function clear(element: HTMLFormElement, message: Values<F>): boolean {
    const now = read(element, fields);
    if (JSON.stringify(now) !== JSON.stringify(message)) {
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

  /** Focusing a field starts another message. */
  function begin(event: FocusEvent<HTMLFormElement>) {
    if (event.target !== event.currentTarget) setSent(null);
  }

  return {
    values,
    /** The message just sent, until another one is started. */
    sent,
    beginAnother() {
      setSent(null);
      control(form.current as HTMLFormElement, fields[0] as F)?.focus();
    },
    errors,
    alert,
    isHydrated,
    isBusy,
    /** Props of the form element. Native validation is off once the script validates. */
    props: { ref: form, tabIndex: -1, noValidate: isHydrated, onFocus: begin, onInput: input, onSubmit: submit },
    /** Props of the field `name`. After a refusal without JavaScript, the first invalid field gets focus on load. */
    field: (name: F) => ({
      name: name as string,
      defaultValue: refusal?.values[name],
      error: errors[name],
      autoFocus: refusal && name === wrong ? true : undefined,
    }),
    notice: { ...notice, onHide: () => setNotice((now) => ({ ...now, text: null })) },
  };
}

/**
 * If the background sender or another tab has sent this form's message, clears the form and shows the success message.
 */
function useArrivals(onSent: (key: string) => void) {
  const latest = useRef(onSent);
  latest.current = onSent;
  useEffect(() => onUnsentChange(({ sent }) => sent !== undefined && latest.current(sent)), []);
}

/**
 * Restores the draft into an empty form.
 * @returns its key, if an attempt to send it was already made
 */
function restored<F extends string>(form: HTMLFormElement, name: string, fields: readonly F[]) {
  const draft = readDraft(name);
  if (!draft || !isBlank(read(form, fields))) return null;
  const values = blank(fields, draft.values);
  write(form, values);
  return draft.key ? { of: JSON.stringify(values), key: draft.key } : null;
}

/** If the text comes from an earlier page, its typing time is unknown. */
function signalsOf(form: HTMLFormElement, touchedMs: number | null): VisitorSignals {
  const decoy = Boolean(control(form, decoyField)?.value);
  return touchedMs === null ? { decoy, isDraft: true } : { decoy, elapsedMs: performance.now() - touchedMs };
}

function blank<F extends string>(fields: readonly F[], values: Record<string, string> = {}): Values<F> {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? ""])) as Values<F>;
}

const isBlank = (values: Record<string, string>) => Object.values(values).every((value) => value === "");

function read<F extends string>(form: HTMLFormElement, fields: readonly F[]): Values<F> {
  return Object.fromEntries(fields.map((field) => [field, control(form, field)?.value ?? ""])) as Values<F>;
}

function write(form: HTMLFormElement, values: Record<string, string>) {
  for (const [field, value] of Object.entries(values)) {
    const element = control(form, field);
    if (element) element.value = value;
  }
}

function control(form: HTMLFormElement, field: string) {
  return form.elements.namedItem(field) as HTMLInputElement | HTMLTextAreaElement | null;
}

function focusFirst<F extends string>(form: HTMLFormElement, fields: readonly F[], errors: Errors<F>) {
  const first = fields.find((field) => errors[field]);
  if (first) control(form, first)?.focus();
}

/** The idempotency key of a message: unchanged between attempts, new for another message. */
function keyFor(values: Record<string, string>, last: { of: string; key: string } | null) {
  const of = JSON.stringify(values);
  return last?.of === of ? last : { of, key: randomKey() };
}

function byField<F extends string>(fields: readonly F[], errors: Refusal["errors"]): Errors<F> {
  const known = errors.filter(({ field }) => (fields as readonly string[]).includes(field));
  return Object.fromEntries(known.map(({ field, message }) => [field, message])) as Errors<F>;
}

// Errors with these codes tell visitors what to do; other causes are not shown to them.
const spoken = new Set(["invalid", "too_many", "too_large"]);

function worded(failure: string, error: unknown): string {
  if (error instanceof QueuedOffline) return error.message;
  return error instanceof AppError && spoken.has(error.code) ? `${failure} ${error.message}` : failure;
}
