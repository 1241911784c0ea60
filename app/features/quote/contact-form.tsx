import { type FormEvent, useEffect } from "react";
import { cleanEmail } from "#app/shared/email.ts";
import { limits } from "#app/shared/limits.ts";
import { cleanPhone, isPhone } from "#app/shared/phone.ts";
import { isVisible } from "#app/shared/visible.ts";
import { Alert } from "#app/ui/notice.tsx";
import { Honeypot } from "#app/ui/site/honeypot.tsx";
import { type Refusal, useForm } from "#app/ui/site/use-form.ts";
import { TextArea, TextField } from "#app/ui/text-field.tsx";
import styles from "./contact-form.module.css";
import { FormMark } from "./form-mark.tsx";
import {
  checkMessage,
  EmailField,
  letterOf,
  messageWords,
  NameField,
  SendButton,
  sendMessage,
  tooLong,
} from "./message-form.tsx";
import type { SentWords } from "./sent-sheet.tsx";
import { SheetFrame } from "./sheet-frame.tsx";

const fields = ["fullName", "email", "phoneNumber", "message"] as const;

/** A message with a phone number. It arrives in the same inbox as a quote. */
export function ContactForm({ refusal, words }: { refusal?: Refusal; words: SentWords }) {
  const form = useForm({
    ...messageWords,
    name: "contact",
    fields,
    refusal,
    check: (values) => ({
      ...checkMessage(values),
      phoneNumber: isPhone(values.phoneNumber)
        ? tooLong(values.phoneNumber, limits.phone)
        : "Enter a phone number, like +92 300 0000000",
    }),
    send: sendMessage,
  });
  const { isHydrated, props } = form;
  // Input typed before hydration is cleaned like the rest.
  useEffect(() => {
    const phone = props.ref.current?.elements.namedItem("phoneNumber");
    if (isHydrated && phone instanceof HTMLInputElement && phone.value !== cleanPhone(phone.value))
      phone.dispatchEvent(new Event("input", { bubbles: true }));
  }, [isHydrated, props.ref]);
  const isFull = fields.every((field) => isVisible(form.values[field]));
  const isReady = isFull && cleanEmail(form.values.email).includes("@");
  const hint = !isReady && form.notice.text === null && (
    <p className={styles.hint}>
      {isFull ? "The email address needs an @ to send." : "Fill in all four fields to send."}
    </p>
  );
  return (
    <SheetFrame
      words={words}
      sent={letterOf(form.sent)}
      isBegun={fields.some((field) => isVisible(form.values[field]))}
      notice={form.notice}
      onAgain={form.beginAnother}
    >
      <form
        id="contact-form"
        aria-label="Contact"
        className={styles.form}
        method="post"
        action="/send/contact"
        {...form.props}
      >
        <div className={styles.pair}>
          <NameField {...form} />
          <EmailField {...form} />
        </div>
        <TextField
          {...form.field("phoneNumber")}
          label="Phone number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="With country code"
          required
          onInput={keepPhone}
        />
        <TextArea
          {...form.field("message")}
          label="Message"
          rows={10}
          placeholder="What should exist that does not exist yet?"
          required
        />
        <div className={styles.send}>
          <div>
            <SendButton form={form} isReady={isReady} hint={hint} />
          </div>
          <FormMark form="contact" />
        </div>
        {/* Below the button, so that the button does not move when pressed. */}
        <div className={styles.outcome}>
          <Alert {...form.alert} />
        </div>
      </form>
      <Honeypot form="contact-form" />
    </SheetFrame>
  );
}

/** Rejects letters and cleans pasted text; the caret stays in place. */
function keepPhone(event: FormEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const clean = cleanPhone(input.value);
  if (clean === input.value) return;
  const caret = cleanPhone(input.value.slice(0, input.selectionStart ?? undefined)).length;
  input.value = clean;
  input.setSelectionRange(caret, caret);
}
