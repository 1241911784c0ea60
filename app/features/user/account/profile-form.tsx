import { useState } from "react";
import { PasswordField } from "#app/ui/admin/control/password-field.tsx";
import { useEntryForm } from "#app/ui/admin/form/entry-form.ts";
import { changesOf, type FormFields, type ValuesOf, valuesOf } from "#app/ui/admin/form/fields.ts";
import { Form } from "#app/ui/admin/form/form.tsx";
import { check } from "#app/ui/glyphs.ts";
import type { User, UserChange } from "../user.contract.ts";

const fields = {
  fullName: { kind: "text", label: "Full name", autoComplete: "name" },
  email: { kind: "email", label: "Email", autoComplete: "email", hint: "You log in with it." },
  profileImage: {
    kind: "image",
    label: "Profile image",
    hint: "A square shows best. PNG, JPEG, WebP, AVIF or GIF, at most 10 MB.",
  },
} as const satisfies FormFields;

interface ProfileFormProps {
  user: User;
  save: (change: UserChange) => Promise<User>;
  onSaved: (user: User) => void;
}

/** Profile of the logged-in user. Changing the email address requires the password, which no draft stores. */
export function ProfileForm({ user, save, onSaved }: ProfileFormProps) {
  const [currentPassword, setCurrentPassword] = useState("");
  const form = useEntryForm<ValuesOf<typeof fields>, number, User>({
    initial: valuesOf(fields, user),
    save: (values, _version, base) => {
      const change = changesOf(values, base);
      return save({ ...change, ...("email" in change && { currentPassword }) });
    },
    onSaved: (saved) => {
      setCurrentPassword("");
      onSaved(saved);
    },
  });
  return (
    <Form form={form} fields={fields} submit={{ label: "Save Profile", glyph: check }}>
      {form.values.email.trim() !== user.email && (
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          hint="Needed for another e-mail address."
          value={currentPassword}
          onChange={setCurrentPassword}
          error={form.problem("currentPassword")}
        />
      )}
    </Form>
  );
}
