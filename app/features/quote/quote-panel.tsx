import { Decoy } from "#app/ui/site/decoy.tsx";
import { SidePanel } from "#app/ui/site/side-panel.tsx";
import { type Refusal, useForm } from "#app/ui/site/use-form.ts";
import { TextArea } from "#app/ui/text-field.tsx";
import {
  checkMessage,
  EmailField,
  isFilled,
  messageWords,
  NameField,
  Outcome,
  SendButton,
  sendMessage,
} from "./message-form.tsx";
import styles from "./quote-panel.module.css";

interface QuotePanelProps {
  heading: string;
  lead: string;
  /** The panel is shown open with what was typed. */
  refusal?: Refusal;
}

/** Opens from every link to `#quote`. */
export function QuotePanel({ heading, lead, refusal }: QuotePanelProps) {
  return (
    <SidePanel id="quote" title={heading} lead={lead} open={refusal !== undefined || undefined} first="[name=fullName]">
      <QuoteForm refusal={refusal} />
    </SidePanel>
  );
}

const fields = ["fullName", "email", "message"] as const;

function QuoteForm({ refusal }: { refusal?: Refusal }) {
  const form = useForm({
    ...messageWords,
    name: "quote",
    fields,
    refusal,
    check: checkMessage,
    send: sendMessage,
  });
  const isReady = fields.every((field) => isFilled(form.values[field]));
  return (
    <>
      <form id="quote-form" className={styles.form} method="post" action="/send/quote" {...form.props}>
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
          <Outcome {...form} />
          <SendButton form={form} isReady={isReady} />
        </div>
      </form>
      <Decoy form="quote-form" />
    </>
  );
}
