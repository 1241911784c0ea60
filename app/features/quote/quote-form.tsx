import { isVisible } from "#app/shared/visible.ts";
import { Alert } from "#app/ui/notice.tsx";
import { Honeypot } from "#app/ui/site/honeypot.tsx";
import { type Refusal, useForm } from "#app/ui/site/use-form.ts";
import { TextArea } from "#app/ui/text-field.tsx";
import { FormMark } from "./form-mark.tsx";
import {
  checkMessage,
  EmailField,
  letterOf,
  messageWords,
  NameField,
  SendButton,
  sendMessage,
} from "./message-form.tsx";
import styles from "./quote-form.module.css";
import type { SentWords } from "./sent-sheet.tsx";
import { SheetFrame } from "./sheet-frame.tsx";

const fields = ["fullName", "email", "message"] as const;

/** The form of the quote panel. `refusal`: what the server refused without JavaScript, shown again. */
export function QuoteForm({ refusal, words }: { refusal?: Refusal; words: SentWords }) {
  const form = useForm({
    ...messageWords,
    name: "quote",
    fields,
    refusal,
    check: checkMessage,
    send: sendMessage,
  });
  const isReady = fields.every((field) => isVisible(form.values[field]));
  return (
    <SheetFrame
      words={words}
      sent={letterOf(form.sent)}
      isBegun={fields.some((field) => isVisible(form.values[field]))}
      notice={form.notice}
      onAgain={form.beginAnother}
    >
      <form
        id="quote-form"
        aria-label="Quote"
        className={styles.form}
        method="post"
        action="/send/quote"
        data-form-mark=""
        {...form.props}
      >
        <NameField {...form} />
        <EmailField {...form} />
        <TextArea
          {...form.field("message")}
          className={styles.message}
          label="Message"
          rows={15}
          placeholder="What it does, who it is for, and when you need it"
          required
        />
        <div className={styles.foot}>
          <Alert {...form.alert} />
          <div className={styles.send}>
            <SendButton form={form} isReady={isReady} />
            <FormMark form="quote" />
          </div>
        </div>
      </form>
      <Honeypot form="quote-form" />
    </SheetFrame>
  );
}
