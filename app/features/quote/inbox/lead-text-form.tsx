import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { AppError } from "#app/shared/app-error.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import type { useDraftText } from "#app/ui/admin/draft/use-draft-text.ts";
import { useSaveShortcut } from "#app/ui/admin/form/save-shortcut.ts";
import { hideToast, showFailure } from "#app/ui/admin/notice/toast.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/text-field.tsx";
import type { Lead } from "../quote.contract.ts";
import { reloadIfChanged, showLead } from "../quote.queries.ts";
import styles from "./lead-pane.module.css";

interface LeadTextFormProps {
  /** The lead's. */
  slug: string;
  label: string;
  hint?: string;
  rows: number;
  draft: ReturnType<typeof useDraftText>;
  submit: { kind: "ink" | "line"; label: string; busyLabel?: string };
  /** Text that says nothing yet, and is not sent. */
  blank?: string;
  /** Whether its field takes the focus, at the end of the text: it has just been opened. */
  takesFocus?: boolean;
  /** Ctrl+S submits it. */
  savesByKey?: boolean;
  /** Sends the text under an idempotency key. */
  send: (text: string, key: string) => Promise<Lead>;
  onSent?: () => void;
  /** Shown when sending fails. */
  failure: string;
  /** Further buttons. */
  children?: ReactNode;
}

const nothing = { current: null };

/** A text about a lead, kept as a draft until it is sent: once, however often it is submitted. */
export function LeadTextForm(props: LeadTextFormProps) {
  const { draft, submit, send, onSent, failure, blank = "", takesFocus = false } = props;
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [isSending, setSending] = useState(false);
  useSaveShortcut(props.savesByKey ? form : nothing);
  useEffect(() => {
    const field = takesFocus && form.current?.querySelector("textarea");
    if (!field) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, [takesFocus]);
  async function submitText() {
    if (isSending) return;
    hideToast(draft.address);
    // Not what was typed when a notice's Retry was rendered: it may have been changed or sent since.
    const text = draft.kept();
    if (!isVisible(text)) {
      draft.drop();
      return;
    }
    setSending(true);
    try {
      await showLead(client, await send(text, await draft.key()));
      draft.drop();
      onSent?.();
    } catch (error) {
      showFailure(failure, error, submitText, draft.address);
      if (error instanceof AppError && error.code === "conflict") showArrived();
      reloadIfChanged(client, props.slug, error);
    } finally {
      setSending(false);
    }
  }
  /** An earlier text, whose answer was lost: the history shows it, and this one may follow. */
  function showArrived() {
    draft.renewKey();
    void client.invalidateQueries({ queryKey: ["quote", "lead", props.slug] });
  }
  return (
    <form
      ref={form}
      className={styles.writing}
      onSubmit={(event) => {
        event.preventDefault();
        void submitText();
      }}
    >
      <TextArea
        label={props.label}
        hint={props.hint}
        rows={props.rows}
        value={draft.text}
        // What was added meanwhile would be lost with the draft.
        readOnly={isSending}
        onChange={(event) => draft.set(event.target.value)}
      />
      <div className={styles.answer}>
        <Button
          {...submit}
          type="submit"
          disabled={!isVisible(draft.text) || draft.text.trim() === blank.trim()}
          busy={isSending}
        />
        {props.children}
      </div>
    </form>
  );
}
