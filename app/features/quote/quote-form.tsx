import { Alert } from "#app/ui/notice.tsx";
import { Honeypot } from "#app/ui/site/honeypot.tsx";
import type { Refusal } from "#app/ui/site/use-form.ts";
import { FormMark } from "./form-mark.tsx";
import { MessageFields, SendButton, useMessageForm } from "./message-form.tsx";
import styles from "./quote-form.site.module.css";
import type { SentWords } from "./sent-sheet.tsx";
import { SheetFrame } from "./sheet-frame.tsx";

/** The form of the quote panel. `refusal`: what the server refused without JavaScript, shown again. */
export function QuoteForm({ refusal, words }: { refusal?: Refusal; words: SentWords }) {
  const form = useMessageForm("quote", refusal, words);
  return (
    <SheetFrame {...form.frame}>
      <form
        id="quote-form"
        aria-label="Quote"
        className={styles.form}
        method="post"
        action="/send/quote"
        {...form.props}
      >
        <MessageFields of="quote" form={form} />
        <div className={styles.foot}>
          <Alert {...form.alert} />
          <div className={`line between ${styles.send}`}>
            <SendButton form={form} isReady={form.isFull} />
            <FormMark />
          </div>
        </div>
      </form>
      <Honeypot form="quote-form" />
    </SheetFrame>
  );
}
