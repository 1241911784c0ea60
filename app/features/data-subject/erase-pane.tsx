import { type FormEvent, useEffect, useRef, useState } from "react";
import { offer } from "#app/browser/office-file.ts";
import { isEmail } from "#app/shared/contact/email.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { CopyField } from "#app/ui/admin/control/copy-field.tsx";
import { useSending } from "#app/ui/admin/control/use-sending.ts";
import { ConfirmDialog } from "#app/ui/admin/dialog/confirm-dialog.tsx";
import { SmallForm } from "#app/ui/admin/form/small-form.tsx";
import { Pane } from "#app/ui/admin/screen/pane.tsx";
import { download, trash } from "#app/ui/glyphs.ts";
import { TextField } from "#app/ui/text-field.tsx";
import type { Receipt } from "./data-subject.contract.ts";
import styles from "./erase-pane.module.css";

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

/** What was erased, to be copied or saved as a file: none of it is stored. */
function ErasureReceipt({ receipt }: { receipt: Receipt }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = receiptText(receipt);
  return (
    <div className={`stack gap-12 ${styles.receipt}`}>
      <h3 ref={heading} className={styles.heading} tabIndex={-1}>
        {isNothing(receipt) ? "No visitor’s data is stored for this address" : "Erased"}
      </h3>
      <CopyField label="Receipt" value={text} />
      <div>
        <ActionButton
          glyph={download}
          label="Download"
          onClick={() =>
            offer(new Blob([text], { type: "text/plain" }), `erasure-${receipt.erasedAt.slice(0, 10)}.txt`)
          }
        />
      </div>
    </div>
  );
}

const isNothing = ({ erased: { quotes, subscriptions, approvals, invitations } }: Receipt): boolean =>
  quotes + subscriptions + approvals + invitations === 0;

function receiptText(receipt: Receipt): string {
  const { email, erasedAt, erased, vacuumOn } = receipt;
  return [
    "Erasure receipt",
    `E-mail address: ${email}`,
    `Erased at: ${erasedAt} (UTC)`,
    `Messages: ${erased.quotes}`,
    `Subscriptions: ${erased.subscriptions}`,
    `Mails about them: ${erased.mails}`,
    `Answers kept for their forms: ${erased.keys}`,
    `Links for approval: ${erased.approvals}`,
    `Invitations: ${erased.invitations}`,
    ...(isNothing(receipt) ? ["What an earlier erasure has counted is not counted again."] : []),
    "Gone at once from the site, its searches, exports and new backups.",
    vacuumOn === null
      ? "Storage: PostgreSQL frees the space of deleted rows at its next VACUUM, which it runs by itself, and overwrites it when it is used again. VACUUM FULL removes it at once."
      : `Storage: gone from the database file after the night to ${vacuumOn}.`,
    "Earlier backups still contain the data until they are replaced.",
  ].join("\n");
}
