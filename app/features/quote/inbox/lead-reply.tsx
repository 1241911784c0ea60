import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { fitsMailTo, mailTo } from "#app/shared/contact/mail-to.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import { beginningOf } from "#app/shared/text/beginning.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import { SelectField } from "#app/ui/admin/control/select-field.tsx";
import { useDraftText } from "#app/ui/admin/draft/use-draft-text.ts";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { useKeys } from "#app/ui/admin/screen/use-keys.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { check, mail } from "#app/ui/glyphs.ts";
import type { Lead } from "../quote.contract.ts";
import { leadOptions, sendLeadReply } from "../quote.queries.ts";
import styles from "./lead-pane.module.css";
import { LeadTextForm } from "./lead-text-form.tsx";
import type { QuoteActions } from "./use-quote-actions.tsx";

interface LeadReplyProps {
  lead: Lead;
  actions: QuoteActions;
}

const plain = "Hello {visitor},";

/**
 * Replies with the user's own mail program, or from here if a mail server is configured, then asks whether to mark the
 * lead as replied.
 */
export function LeadReply({ lead, actions }: LeadReplyProps) {
  const { slug, fullName, email, message, status } = lead;
  const options = useQuery(leadOptions()).data;
  const [template, setTemplate] = useState("");
  const [isAsked, setAsked] = useState(false);
  const draft = useDraftText(`/admin/quote/${slug}#reply`);
  // One that was begun earlier is shown; only "opened" now does it take the focus.
  const [writing, setWriting] = useState<"begun" | "opened" | undefined>(draft.text === "" ? undefined : "begun");
  const link = useRef<HTMLDivElement>(null);
  const templates = options?.templates ?? [];
  const textWith = (chosen: string) =>
    // Phones end a name that they complete with a space.
    filledIn((chosen && templates[Number(chosen)]?.text) || plain, fullName.trim(), leadReference(slug));
  const text = textWith(template);
  const subject = `Re: your message (${leadReference(slug)})`;
  // Of what does not fit, nothing: a cut answer might be sent.
  const isMailable = writing && isVisible(draft.text) && fitsMailTo(email, subject, draft.text);
  const markReplied = () => {
    setAsked(false);
    void actions.markReplied(lead);
  };
  useKeys({ r: () => link.current?.querySelector("a")?.click(), e: status === "new" ? markReplied : undefined });
  return (
    <div className={styles.reply}>
      <div className={styles.answer} ref={link}>
        <LinkButton
          kind="ink"
          label="Reply"
          glyph={mail}
          href={mailTo(email, subject, `${isMailable ? draft.text : text}\n\n${quoted(message)}`)}
          aria-describedby="lead-name"
          onClick={() => setAsked(status === "new")}
        />
        {templates.length > 0 && (
          <SelectField
            label="Reply template"
            hideLabel
            value={template}
            options={[
              { value: "", label: "Without a template" },
              ...templates.map(({ title }, index) => ({ value: String(index), label: title })),
            ]}
            onChange={(event) => {
              setTemplate(event.target.value);
              // Typed text is not replaced.
              if (writing && (draft.text === "" || draft.text === text)) draft.set(textWith(event.target.value));
            }}
          />
        )}
        {options?.canSend && !writing && (
          <Button
            kind="line"
            label="Write here"
            onClick={() => {
              if (draft.text === "") draft.set(text);
              setWriting("opened");
            }}
          />
        )}
      </div>
      {isAsked && status === "new" && (
        <p className={styles.asked} role="status">
          Mark as replied?
          <Button kind="ink" label="Mark as replied" glyph={check} onClick={markReplied} />
          <Button kind="line" label="Not yet" onClick={() => setAsked(false)} />
        </p>
      )}
      {writing && (
        <Writing
          lead={lead}
          draft={draft}
          blank={textWith("")}
          takesFocus={writing === "opened"}
          onDone={() => setWriting(undefined)}
        />
      )}
    </div>
  );
}

interface WritingProps {
  lead: Lead;
  draft: ReturnType<typeof useDraftText>;
  blank: string;
  takesFocus: boolean;
  onDone: () => void;
}

/** A reply sent from here: only once, however often Send is pressed. */
function Writing({ lead: { slug, fullName }, draft, blank, takesFocus, onDone }: WritingProps) {
  const client = useQueryClient();
  return (
    <LeadTextForm
      slug={slug}
      label={`Your answer to ${fullName}`}
      rows={8}
      draft={draft}
      blank={blank}
      takesFocus={takesFocus}
      submit={{ kind: "ink", label: "Send" }}
      send={(text, key) => sendLeadReply(client, slug, text, key)}
      onSent={() => {
        showSuccess(`The answer to ${fullName} is on its way.`);
        onDone();
      }}
      failure="The reply was not sent."
    >
      <Button
        kind="line"
        label="Discard"
        onClick={() => {
          draft.drop();
          onDone();
        }}
      />
    </LeadTextForm>
  );
}

const filledIn = (text: string, visitor: string, reference: string): string =>
  // Functions: `$&` in a name is no pattern.
  text.replaceAll("{visitor}", () => visitor).replaceAll("{reference}", () => reference);

const longestQuote = 600;

const quoted = (message: string): string =>
  beginningOf(message, longestQuote, " …")
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
