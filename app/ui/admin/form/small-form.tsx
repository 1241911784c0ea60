import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import type { Glyph } from "#app/ui/glyphs.ts";
import type { Sending } from "../control/use-sending.ts";
import { FormError } from "./form-error.tsx";
import styles from "./small-form.module.css";

export interface SmallFormProps {
  sending: Pick<Sending, "isSending" | "message" | "isAtFields"> & {
    submit: (event: FormEvent<HTMLFormElement>) => void;
  };
  submit: { label: string; glyph?: Glyph; isDanger?: boolean };
  /** A required value is still missing. */
  isIncomplete: boolean;
  /** Shown next to the submit button. */
  beside?: ReactNode;
  /** Focuses the first input on mount, for a step that the user has just opened. */
  takesFocus?: boolean;
  children: ReactNode;
}

/**
 * A form with a few fields and one button, with the server's message below it. If the server rejects a field, that
 * field is focused and shows the message, which is then only announced.
 */
export function SmallForm({ sending, submit, isIncomplete, beside, takesFocus = false, children }: SmallFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>("input:not([hidden])")?.focus();
  }, [takesFocus]);
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !sending.isSending && sending.message)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    wasSending.current = sending.isSending;
  }, [sending.isSending, sending.message]);
  return (
    <form ref={form} className={`stack gap-20 ${styles.form}`} noValidate onSubmit={sending.submit}>
      {children}
      <div className="cluster gap-12-20">
        <Button
          type="submit"
          kind={submit.isDanger ? "danger" : "ink"}
          label={submit.label}
          glyph={submit.glyph}
          disabled={isIncomplete}
          busy={sending.isSending}
          busyLabel="Sending"
        />
        {beside}
      </div>
      <FormError message={sending.message} isAtFields={sending.isAtFields} />
    </form>
  );
}
