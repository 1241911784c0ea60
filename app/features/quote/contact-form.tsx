import { cleanEmail } from "#app/shared/contact/email.ts";
import { Alert } from "#app/ui/notice.tsx";
import { Honeypot } from "#app/ui/site/honeypot.tsx";
import type { Refusal } from "#app/ui/site/use-form.ts";
import styles from "./contact-form.site.module.css";
import { MessageFields, SendButton, useMessageForm } from "./message-form.tsx";
import type { SentWords } from "./sent-sheet.tsx";
import { SheetFrame } from "./sheet-frame.tsx";

/** A message with a phone number. It arrives in the same inbox as a quote. */
export function ContactForm({ refusal, words }: { refusal?: Refusal; words: SentWords }) {
  const form = useMessageForm("contact", refusal, words);
  const isReady = form.isFull && cleanEmail(form.values.email).includes("@");
  const hint = !isReady && form.notice.text === null && (
    <p className={styles.hint}>
      {form.isFull ? "The email address needs an @ to send." : "Fill in all four fields to send."}
    </p>
  );
  return (
    <SheetFrame {...form.frame}>
      <form
        id="contact-form"
        aria-label="Contact"
        className={`stack ${styles.form}`}
        method="post"
        action="/send/contact"
        {...form.props}
      >
        <MessageFields of="contact" form={form} />
        <div className={styles.send}>
          <SendButton form={form} isReady={isReady} hint={hint} />
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
