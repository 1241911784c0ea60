import { useRef, useState } from "react";
import { type ApprovalPage, approvalPageNames, pageOptions } from "#app/shared/public-pages.ts";
import { randomKey } from "#app/shared/random-key.ts";
import { asciiDigits } from "#app/shared/text/digits.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import { CopyField } from "#app/ui/admin/control/copy-field.tsx";
import { SelectField } from "#app/ui/admin/control/select-field.tsx";
import { Switch } from "#app/ui/admin/control/switch.tsx";
import { type Sending, useSending } from "#app/ui/admin/control/use-sending.ts";
import { Dialog, DialogActions } from "#app/ui/admin/dialog/dialog.tsx";
import { useDraftValues } from "#app/ui/admin/draft/use-draft-values.ts";
import { FormError } from "#app/ui/admin/form/form-error.tsx";
import { handedOver } from "#app/ui/admin/list/handed-over.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { makeApprovalLink } from "../approval.queries.ts";
import styles from "./approval-panel.module.css";

const blank = { name: "", email: "", days: "14", isRequired: false, page: "home" as ApprovalPage };

interface AskDialogProps {
  noun: string;
  slug: string;
  /** The draft was saved for this. */
  isJustSaved: boolean;
  isOpen: boolean;
  onClose: () => void;
  onMade: () => void;
}

/** Makes a link for a client, and shows it once: it is not stored. */
export function AskDialog({ noun, slug, isJustSaved, isOpen, onClose, onMade }: AskDialogProps) {
  const { values, set, drop, clear } = useDraftValues(`/admin/approval/${noun}/${slug}`, blank);
  const [made, setMade] = useState<{ url: string; mailedTo?: string | undefined }>();
  const { page, ...rest } = values;
  // An answer may be lost: pressed again, it is the same link.
  const key = useRef(randomKey());
  const sending = useSending(
    () =>
      makeApprovalLink(noun, slug, {
        ...rest,
        key: key.current,
        days: Number(asciiDigits(values.days)),
        ...(noun === "site" && { page }),
      }),
    (made) => {
      drop();
      key.current = randomKey();
      setMade(made);
      onMade();
    },
    ["name", "email", "days"],
  );
  const close = () => {
    onClose();
    if (!made) return; // what was typed is still there next time
    setMade(undefined);
    clear();
  };
  return (
    <Dialog isOpen={isOpen} title={made ? "The link is made" : "Ask a client"} onClose={close}>
      {made ? (
        <>
          <p>{handedOver(made.mailedTo)} It is shown only now: if it is lost, make another one.</p>
          <CopyField label="Link" value={made.url} takesFocus />
          <DialogActions>
            <Button kind="ink" label="Close" onClick={close} />
          </DialogActions>
        </>
      ) : (
        <AskForm isSite={noun === "site"} {...{ isJustSaved, values, set, sending }} onCancel={close} />
      )}
    </Dialog>
  );
}

interface AskFormProps {
  isSite: boolean;
  isJustSaved: boolean;
  values: typeof blank;
  set: (change: Partial<typeof blank>) => void;
  sending: Sending<"name" | "email" | "days">;
  onCancel: () => void;
}

function AskForm({ isSite, isJustSaved, values, set, sending, onCancel }: AskFormProps) {
  return (
    <form className={`stack gap-16 ${styles.fields}`} onSubmit={sending.submit} noValidate>
      {isJustSaved && <p>Your changes have been saved as a draft: the client sees them.</p>}
      <TextField
        label="For whom"
        name="approvalName"
        hint="The client sees this name."
        value={values.name}
        error={sending.problem("name")}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label="Email (optional)"
        name="approvalEmail"
        type="email"
        hint="The link is mailed there, if mail is set up. The answers are found by it when this person’s data is erased."
        value={values.email}
        error={sending.problem("email")}
        onChange={(event) => set({ email: event.target.value })}
      />
      {isSite && (
        <SelectField
          label="Page"
          name="approvalPage"
          options={pageOptions(approvalPageNames)}
          value={values.page}
          onChange={(event) => set({ page: event.target.value as ApprovalPage })}
        />
      )}
      <TextField
        label="Days"
        name="approvalDays"
        inputMode="numeric"
        hint="How long the link is open, 90 days at most."
        value={values.days}
        error={sending.problem("days")}
        onChange={(event) => set({ days: event.target.value })}
      />
      <Switch
        label="Publish only once approved"
        name="approvalRequired"
        isOn={values.isRequired}
        hint="Publishing waits for this client, also at a set time."
        onChange={(isRequired) => set({ isRequired })}
      />
      <FormError message={sending.message} isAtFields={sending.isAtFields} />
      <DialogActions>
        <Button kind="line" label="Cancel" onClick={onCancel} />
        <Button
          type="submit"
          kind="ink"
          label="Make the link"
          busyLabel="Making"
          busy={sending.isSending}
          disabled={!isVisible(values.name) || !isVisible(values.days)}
        />
      </DialogActions>
    </form>
  );
}
