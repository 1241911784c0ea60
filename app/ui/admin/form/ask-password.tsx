import { useState } from "react";
import { ActionButton } from "../control/action-button.tsx";
import { PasswordField } from "../control/password-field.tsx";
import { useSending } from "../control/use-sending.ts";
import { SmallForm, type SmallFormProps } from "./small-form.tsx";

interface AskProps<R> extends Pick<SmallFormProps, "submit"> {
  name?: string;
  /** Tells a password manager whose password this is. */
  email?: string;
  send: (password: string) => Promise<R>;
  onDone: (reply: R) => void;
  onCancel: () => void;
}

/** Asks for the password again, before what a session alone must not do. */
export function AskPassword<R>({ submit, name = "currentPassword", email, send, onDone, onCancel }: AskProps<R>) {
  const [password, setPassword] = useState("");
  const sending = useSending(() => send(password), onDone, ["currentPassword"]);
  return (
    <SmallForm
      takesFocus
      sending={sending}
      submit={submit}
      isIncomplete={password === ""}
      beside={<ActionButton label="Cancel" onClick={onCancel} />}
    >
      {email && <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />}
      <PasswordField
        label="Current password"
        name={name}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={sending.problem("currentPassword")}
      />
    </SmallForm>
  );
}
