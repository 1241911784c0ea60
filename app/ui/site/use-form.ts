import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { KeptForLater, onUnsentChange } from "#app/browser/unsent-messages.ts";
import { dropDraft, keepDraft, readDraft } from "#app/browser/visitor-draft.ts";
import { AppError } from "#app/shared/app-error.ts";
import { randomKey } from "#app/shared/random-key.ts";
import { decoyField, type VisitorSignals } from "#app/shared/visitor-signals.ts";

type Values<F extends string> = Record<F, string>;
type Errors<F extends string> = Partial<Record<F, string>>;

/** A form that the server refused while scripts were off, shown again. */
export interface Refusal {
  values: Record<string, string>;
  message: string;
  errors: { field: string; message: string }[];
}

interface FormOptions<F extends string> {
  /** Under which its draft is kept. */
  name: string;
  fields: readonly F[];
  /** What is wrong with the values, said at the press of the button; nothing goes out while it finds something. */
  check(values: Values<F>): Errors<F>;
  /** Delivers the message. The key is the same for every try of the same message, so that it arrives once. */
  send(values: Values<F>, key: string, signals: VisitorSignals): Promise<unknown>;
  /** Said when sending failed, before the reason, where there is one for the screen. */
  failure: string;
  /** Said when it worked; what the server answered, where it did so at once. */
  success(reply?: unknown): string;
  refusal?: Refusal;
}

/**
 * A form that works before hydration (it has an action), keeps what was typed over closing and reload, and sends without leaving
 * the page. Its inputs keep their own values; what is typed before hydration stays.
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

  /** Empties what was sent. What was typed while it travelled is a new message and stays. @returns whether the form is empty */
  function clear(element: HTMLFormElement, message: Values<F>): boolean {
    const now = read(element, fields);
    if (JSON.stringify(now) !== JSON.stringify(message)) {
      keepDraft(name, { values: now });
      return false;
    }
    // The button goes to sleep with the focus on it; a keyboard goes on from the form's start.
    if (element.contains(document.activeElement)) element.focus({ preventScroll: true });
    write(element, blank(fields));
    setValues(blank(fields));
    dropDraft(name);
    return true;
  }

  /** Who goes into a field has begun another message. */
  function begin(event: FocusEvent<HTMLFormElement>) {
    if (event.target !== event.currentTarget) setSent(null);
  }

  return {
    values,
    /** What has just been sent, until another message is begun. */
    sent,
    beginAnother() {
      setSent(null);
      control(form.current as HTMLFormElement, fields[0] as F)?.focus();
    },
    errors,
    alert,
    isHydrated,
    isBusy,
    /** For the form element. Native checks hold until the script brings its own. */
    props: { ref: form, tabIndex: -1, noValidate: isHydrated, onFocus: begin, onInput: input, onSubmit: submit },
    /** For the field of that name. After a refusal the browser, still without a script, goes to where something is wrong. */
    field: (name: F) => ({
      name: name as string,
      defaultValue: refusal?.values[name],
      error: errors[name],
      autoFocus: refusal && name === wrong ? true : undefined,
    }),
    notice: { ...notice, onHide: () => setNotice((now) => ({ ...now, text: null })) },
  };
}

/** What the outbox has sent later, or another tab, is sent: the form that still shows it says so and is empty. */
function useArrivals(onSent: (key: string) => void) {
  const latest = useRef(onSent);
  latest.current = onSent;
  useEffect(() => onUnsentChange(({ sent }) => sent !== undefined && latest.current(sent)), []);
}

/** Puts the draft into an empty form. @returns its key, when it has been sent before */
function restored<F extends string>(form: HTMLFormElement, name: string, fields: readonly F[]) {
  const draft = readDraft(name);
  if (!draft || !isBlank(read(form, fields))) return null;
  const values = blank(fields, draft.values);
  write(form, values);
  return draft.key ? { of: JSON.stringify(values), key: draft.key } : null;
}

/** What was typed on an earlier page tells nothing of its writer's speed. */
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

/** The same message keeps its key over every try; another message gets another. */
function keyFor(values: Record<string, string>, last: { of: string; key: string } | null) {
  const of = JSON.stringify(values);
  return last?.of === of ? last : { of, key: randomKey() };
}

function byField<F extends string>(fields: readonly F[], errors: Refusal["errors"]): Errors<F> {
  const known = errors.filter(({ field }) => (fields as readonly string[]).includes(field));
  return Object.fromEntries(known.map(({ field, message }) => [field, message])) as Errors<F>;
}

// These come from the server with a sentence that says what to do; of the others the visitor need not know the cause.
const spoken = new Set(["invalid", "too_many", "too_large"]);

function worded(failure: string, error: unknown): string {
  if (error instanceof KeptForLater) return error.message;
  return error instanceof AppError && spoken.has(error.code) ? `${failure} ${error.message}` : failure;
}
