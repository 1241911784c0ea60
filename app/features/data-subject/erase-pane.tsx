import { type FormEvent, useState } from "react";
import { AppError } from "#app/shared/app-error.ts";
import { isEmail } from "#app/shared/contact/email.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import { ConfirmDialog } from "#app/ui/admin/dialog/confirm-dialog.tsx";
import { SmallForm } from "#app/ui/admin/form/small-form.tsx";
import { Pane } from "#app/ui/admin/screen/pane.tsx";
import { trash } from "#app/ui/glyphs.ts";
import { TextField } from "#app/ui/text-field.tsx";
import type { Receipt } from "./data-subject.contract.ts";
import { ErasureReceipt } from "./erasure-receipt.tsx";

interface ErasePaneProps {
  erase: (email: string) => Promise<Receipt>;
  onErased: () => void;
}

/** Erases one person's data everywhere, after confirmation, and shows a receipt. */
export function ErasePane({ erase, onErased }: ErasePaneProps) {
  const form = useErasure(erase, onErased);
  return (
    <Pane
      id="erase"
      heading="Erase a person"
      lead="Erases all messages, subscriptions and mails of one e-mail address, including the trash, in one step. You get a receipt for your files."
    >
      <SmallForm sending={form} submit={{ label: "Erase", glyph: trash }} isIncomplete={!isVisible(form.email)}>
        <TextField
          label="E-mail address of the person"
          name="email"
          type="email"
          autoComplete="off"
          value={form.email}
          onChange={(event) => form.type(event.target.value)}
          error={form.problem}
        />
      </SmallForm>
      {form.receipt && <ErasureReceipt key={form.receipt.erasedAt} receipt={form.receipt} />}
      <ConfirmDialog
        title="Erase this person?"
        label="Erase for good"
        glyph={trash}
        onClose={form.cancel}
        onConfirm={form.confirm}
      >
        {form.isAsked && `Everything kept of “${form.email.trim()}” will be erased for good. This cannot be undone.`}
      </ConfirmDialog>
    </Pane>
  );
}

function useErasure(erase: ErasePaneProps["erase"], onErased: () => void) {
  const [email, setEmail] = useState("");
  const [isAsked, setAsked] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [receipt, setReceipt] = useState<Receipt>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    setMessage(null);
    setProblem(isEmail(email) ? null : "It should be a valid email address!");
    if (isEmail(email)) setAsked(true);
  }

  async function confirm() {
    setAsked(false);
    setSending(true);
    try {
      setReceipt(await erase(email.trim()));
      setEmail("");
      onErased();
    } catch (error) {
      console.error("Erasing failed", error);
      setProblem((error instanceof AppError && error.errors[0]?.message) || null);
      setMessage(error instanceof Error ? error.message : "Something went wrong. Try again.");
    } finally {
      setSending(false);
    }
  }

  const type = (typed: string) => {
    setEmail(typed);
    setProblem(null);
    setMessage(null);
  };
  const cancel = () => setAsked(false);
  const isAtFields = problem !== null;
  return { email, type, isAsked, cancel, confirm, isSending, problem, message, isAtFields, receipt, submit };
}
