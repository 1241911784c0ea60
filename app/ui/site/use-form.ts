import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { onUnsentChange, QueuedOffline } from "#app/browser/unsent-messages.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { VisitorSignals } from "#app/shared/visitor-signals.ts";
import { control, read, useMessage, type Values } from "./typed-message.ts";

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
  const { fields, check, send, failure, success, refusal } = options;
  const message = useMessage(options.name, fields, refusal?.values, (known) => {
    setErrors({});
    report(known);
  });
  const { form, values, isHydrated } = message;
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors<F>>(() => byField(fields, refusal?.errors ?? []));
  // What concerns a field is shown beside it.
  const alert = useAlert((!Object.keys(errors)[0] && refusal?.message) || null);
  const [sent, setSent] = useState<Sent<F> | null>(null);
  const notice = useNotice();

  useArrivals((key, reply) => form.current && arrived(form.current, key, reply));

  /** Once a message, though this page and the background sender may both have sent it. */
  function arrived(element: HTMLFormElement, key: string, reply: unknown) {
    const known = message.sentAs(key);
    if (known) report(message.clear(element, known) ? known : null, success(reply), reply);
  }

  function report(known: Values<F> | null, text = known && success(), reply?: unknown) {
    setSent(known && { values: known, reply });
    alert.say(null);
    notice.show(text);
  }

  function input(event: FormEvent<HTMLFormElement>) {
    message.note(event.currentTarget);
    const { name: field } = event.target as HTMLInputElement;
    setErrors((now) => ({ ...now, [field]: undefined }));
    if (alert.isAtFields) alert.say(null);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (isBusy) return;
    const typed = read(element, fields);
    const found = check(typed);
    setErrors(found);
    const wrong = fields.find((field) => found[field]);
    if (wrong) return point(control(element, wrong), found[wrong]);
    const key = message.keyOf(typed);
    setBusy(true);
    alert.say(null);
    try {
      arrived(element, key, await send(typed, key, message.signals(element)));
    } catch (error) {
      console.error(error);
      notice.hide();
      setErrors(byField(fields, error instanceof AppError ? error.errors : []));
      alert.say(worded(failure, error));
    } finally {
      setBusy(false);
    }
  }

  /** Focuses the field that is wrong. One that has the focus already is said why. */
  function point(field: HTMLElement | null, error: string | undefined) {
    const isThere = field === document.activeElement;
    alert.say(isThere ? (error ?? null) : null, { isAtFields: isThere });
    field?.focus();
  }

  /** Focusing a field starts another message. */
  function begin(event: FocusEvent<HTMLFormElement>) {
    if (event.target !== event.currentTarget) setSent(null);
  }

  return {
    values,
    /** The message just sent and the server's answer, if it is known, until another one is started. */
    sent,
    beginAnother() {
      setSent(null);
      control(form.current as HTMLFormElement, fields[0] as F)?.focus();
    },
    errors,
    /** Props of `Alert`. */
    alert: { text: alert.text, round: alert.round, isAtFields: alert.isAtFields },
    isHydrated,
    isBusy,
    /** Props of the form element. Native validation is off once the script validates. */
    props: { ref: form, tabIndex: -1, noValidate: isHydrated, onFocus: begin, onInput: input, onSubmit: submit },
    field: (name: F) => ({
      ...renderedField(name, fields, refusal),
      id: `${options.name}-${name}`,
      error: errors[name],
    }),
    notice: { text: notice.text, round: notice.round, onHide: notice.hide },
  };
}

/** Props of a field that do not change. After a refusal without JavaScript, the first invalid field gets focus on load. */
function renderedField<F extends string>(name: F, fields: readonly F[], refusal: Refusal | undefined) {
  const wrong = fields.find((field) => refusal?.errors.some((error) => error.field === field)) ?? fields.at(-1);
  return {
    name: name as string,
    defaultValue: refusal?.values[name],
    autoFocus: refusal && name === wrong ? true : undefined,
  };
}

interface Sent<F extends string> {
  values: Values<F>;
  reply: unknown;
}

/** What is said to the visitor about the form. `round` counts: the same may be said twice. */
function useAlert(initial: string | null) {
  const [state, set] = useState({ text: initial, isAtFields: false, round: 0 });
  const say = (text: string | null, { isAtFields = false } = {}) =>
    set(({ round }) => ({ text, isAtFields, round: round + 1 }));
  return { ...state, say };
}

/** A text that is shown until it is hidden. `round` counts the texts: the same one may be shown twice. */
function useNotice() {
  const [{ text, round }, set] = useState({ text: null as string | null, round: 0 });
  return {
    text,
    round,
    show: (next: string | null) => set((now) => ({ text: next, round: now.round + 1 })),
    hide: () => set((now) => ({ ...now, text: null })),
  };
}

/**
 * If the background sender or another tab has sent this form's message, clears the form and shows the success message.
 */
function useArrivals(onSent: (key: string, reply: unknown) => void) {
  const latest = useRef(onSent);
  latest.current = onSent;
  useEffect(() => onUnsentChange(({ sent, reply }) => sent !== undefined && latest.current(sent, reply)), []);
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
