import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { deliver } from "#app/browser/unsent-messages.ts";
import { mayBeEmailPattern } from "#app/shared/contact/email.ts";
import { cleanPhone, isPhone, numberDigits } from "#app/shared/contact/phone.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import type { VisitorSignals } from "#app/shared/visitor-signals.ts";
import { Button } from "#app/ui/button.tsx";
import { emailError } from "#app/ui/site/email-error.ts";
import { type Refusal, useForm } from "#app/ui/site/use-form.ts";
import { TextArea, TextField } from "#app/ui/text-field.tsx";
import type { QuoteInput } from "./quote.contract.ts";
import { type FieldName, fieldOf, fieldsIn, type MessageForm } from "./quote.form.ts";
import type { SentWords } from "./sent-sheet.tsx";

// Shared by the quote panel and the contact form, which send the same noun to the same inbox.

/** State of one of the two forms. `refusal`: what the server refused without JavaScript, shown again. */
export function useMessageForm(name: MessageForm, refusal: Refusal | undefined, words: SentWords) {
  const fields = names[name];
  const form = useForm<FieldName>({
    name,
    fields,
    refusal,
    // As the specification words it.
    success: () => "Your message has been sent successfully.",
    failure: "The message was not sent. Your text is still here; try again in a minute.",
    check: (values) =>
      Object.fromEntries(fields.map((field) => [field, errorOf(field, values[field] ?? "")])) as Errors,
    // The key makes a repeated message arrive only once. What cannot be sent now is kept as an unsent message.
    send: (values, key: string, signals: VisitorSignals) =>
      deliver("/quote/new", values satisfies QuoteInput, key, signals),
  });
  const { slug } = (form.sent?.reply as { data?: { slug?: string } } | undefined)?.data ?? {};
  const isFilled = (field: FieldName) => isVisible(form.values[field] ?? "");
  return {
    ...form,
    isFull: fields.every((field) => fieldOf(field).required === "never" || isFilled(field)),
    /** Props of `SheetFrame`: what has been sent, with its reference once the server has answered. */
    frame: {
      words,
      sent: form.sent && { ...form.sent.values, ...(slug && { reference: leadReference(slug) }) },
      isBegun: fields.some(isFilled),
      notice: form.notice,
      onAgain: form.beginAnother,
    },
  };
}

type Errors = Partial<Record<FieldName, string>>;
type Form = ReturnType<typeof useMessageForm>;

// The same list for every rendering.
const names = { quote: fieldsIn("quote"), contact: fieldsIn("contact") };

/** Text that is too long is reported, never cut. */
function errorOf(name: FieldName, value: string): string | undefined {
  const { kind, limit, required } = fieldOf(name);
  if (value === "" && required === "never") return undefined;
  if (kind === "email") return emailError(value);
  if (kind === "phone" && !isPhone(value)) return "Enter a phone number, like +92 300 0000000";
  // The longest there is (E.164).
  if (kind === "phone" && numberDigits(value).length > 15) return "Enter one phone number, of at most 15 digits";
  if (value.length <= limit) return undefined;
  const figure = (count: number) => count.toLocaleString("en-GB");
  return `Shorten this to ${figure(limit)} characters; it has ${figure(value.length)}`;
}

export function MessageFields({ of, form }: { of: MessageForm; form: Form }) {
  return names[of].map((name) => <MessageField key={name} name={name} of={of} form={form} />);
}

const types = { text: "text", email: "email", phone: "tel" } as const;

function MessageField({ name, of, form }: { name: FieldName; of: MessageForm; form: Form }) {
  const { kind, label, required, placeholder, autoComplete, rows } = fieldOf(name);
  const props = {
    ...form.field(name),
    label,
    autoComplete,
    placeholder: typeof placeholder === "string" ? placeholder : placeholder[of],
    required: required !== "never",
    // The rule of the button, before hydration.
    pattern: of === "contact" && kind === "email" ? mayBeEmailPattern : undefined,
  };
  const isPhoneNumber = kind === "phone";
  const { isHydrated } = form;
  const { ref } = form.props;
  const typed = useRef({ whole: "", shown: "" });
  // Input typed before hydration is cleaned like the rest.
  useEffect(() => {
    const input = ref.current?.elements.namedItem(name);
    if (isHydrated && isPhoneNumber && input instanceof HTMLInputElement && input.value !== cleanPhone(input.value))
      tellInput(input);
  }, [isHydrated, isPhoneNumber, ref, name]);
  if (kind === "message") return <TextArea {...props} rows={rows?.[of]} />;
  return (
    <TextField
      {...props}
      type={types[kind]}
      inputMode={isPhoneNumber ? "tel" : undefined}
      onInput={isPhoneNumber ? (event) => keepPhone(event, typed.current) : undefined}
      onCompositionEnd={isPhoneNumber ? ({ currentTarget }) => tellInput(currentTarget) : undefined}
    />
  );
}

const tellInput = (input: HTMLInputElement) => input.dispatchEvent(new Event("input", { bubbles: true }));

/**
 * Rejects letters and cleans pasted text; the caret stays in place. Rejected letters are remembered: with a digit behind
 * them they are the mark of an extension.
 */
function keepPhone(event: FormEvent<HTMLInputElement>, typed: { whole: string; shown: string }) {
  // If the value changes while an input method composes, it writes its text a second time.
  if ((event.nativeEvent as InputEvent).isComposing) return;
  const input = event.currentTarget;
  const { value } = input;
  typed.whole = value.startsWith(typed.shown) ? typed.whole + value.slice(typed.shown.length) : value;
  typed.shown = cleanPhone(typed.whole);
  if (typed.shown === value) return;
  const behind = value.length - (input.selectionStart ?? value.length);
  const caret = cleanPhone(typed.whole.slice(0, typed.whole.length - behind)).length;
  input.value = typed.shown;
  input.setSelectionRange(caret, caret);
}

/**
 * Before hydration the button is enabled, so that the form works without scripts; afterwards it waits until the form is
 * filled in.
 */
export function SendButton({ form, isReady, hint }: { form: Form; isReady: boolean; hint?: ReactNode }) {
  return (
    <>
      <Button
        type="submit"
        // The page's first script has disabled it while a field is empty.
        suppressHydrationWarning
        label="Send Message"
        disabled={form.isHydrated && !isReady && !form.isBusy}
        busy={form.isBusy}
      />
      {hint}
    </>
  );
}
