import { useState } from "react";
import { NewPasswordField } from "#app/ui/admin/control/new-password-field.tsx";
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
  const sending = useSending(() => change(values), () => {
    setValues(blank);
    showSuccess("Password changed. Your other sessions have ended.");
    onChanged();
  }, ["currentPassword", "newPassword"]);
  return (
    <Pane
      id="password"
      heading="Password"
      lead="Changing it ends all your other sessions, and the invitations and links that you have made."
    >
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
        <NewPasswordField
          label="New password"
          name="newPassword"
          value={values.newPassword}
          onChange={(newPassword) => setValues({ ...values, newPassword })}
          error={sending.problem("newPassword")}
        />
      </SmallForm>
    </Pane>
  );
}
