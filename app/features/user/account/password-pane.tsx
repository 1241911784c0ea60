import { useState } from "react";
import { isStrongPassword, passwordMessage } from "#app/shared/password.ts";
import { PasswordField } from "#app/ui/admin/control/password-field.tsx";
import { useSending } from "#app/ui/admin/control/use-sending.ts";
import { SmallForm } from "#app/ui/admin/form/small-form.tsx";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { Pane } from "#app/ui/admin/screen/pane.tsx";
import { check } from "#app/ui/glyphs.ts";
import type { PasswordChange } from "../user.contract.ts";

const blank = { currentPassword: "", newPassword: "" };

interface PasswordPaneProps {
  email: string;
  change: (passwords: PasswordChange) => Promise<unknown>;
  onChanged: () => void;
}

export function PasswordPane({ email, change, onChanged }: PasswordPaneProps) {
  const [values, setValues] = useState(blank);
  const [isLeft, setLeft] = useState(false);
  const sending = useSending(() => change(values), () => {
    setValues(blank);
    setLeft(false);
    showSuccess("Password changed. Your other sessions have ended.");
    onChanged();
  }, ["currentPassword", "newPassword"]);
  const isWeak = isLeft && values.newPassword !== "" && !isStrongPassword(values.newPassword);
  return (
    <Pane id="password" heading="Password" lead="Changing it ends all your other sessions.">
      <SmallForm
        sending={sending}
        submit={{ label: "Change Password", glyph: check }}
        isIncomplete={values.currentPassword === "" || values.newPassword === ""}
      >
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          value={values.currentPassword}
          onChange={(currentPassword) => setValues({ ...values, currentPassword })}
          error={sending.problem("currentPassword")}
        />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          hint="8 characters or more, with a letter, a number and a special character."
          value={values.newPassword}
          onChange={(newPassword) => setValues({ ...values, newPassword })}
          onBlur={() => setLeft(true)}
          error={isWeak ? passwordMessage : sending.problem("newPassword")}
        />
      </SmallForm>
    </Pane>
  );
}
