import { type FormEvent, useState } from "react";
import { isEmail } from "#app/shared/contact/email.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import { useSending } from "#app/ui/admin/control/use-sending.ts";
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
  const [isWrong, setWrong] = useState(false);
  const [receipt, setReceipt] = useState<Receipt>();
  const sending = useSending(
    () => erase(email.trim()),
    (erased) => {
      setReceipt(erased);
      setEmail("");
      onErased();
    },
    ["email"],
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.isSending) return;
    sending.forget();
    setWrong(!isEmail(email));
    setAsked(isEmail(email));
  };
  const confirm = () => {
    setAsked(false);
    void sending.submit();
  };
  const type = (typed: string) => {
    setEmail(typed);
    setWrong(false);
    sending.forget();
  };
  const problem = isWrong ? "It should be a valid email address!" : sending.problem("email");
  return { ...sending, email, type, isAsked, cancel: () => setAsked(false), confirm, problem, receipt, submit };
}
