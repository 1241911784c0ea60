import { useRef, useState } from "react";
import { changesOf, useEntryForm } from "#app/ui/admin/entry-form.ts";
import { FormFrame } from "#app/ui/admin/form-frame.tsx";
import { ImageField, type Upload } from "#app/ui/admin/image-field.tsx";
import { PasswordField } from "#app/ui/admin/password-field.tsx";
import { check } from "#app/ui/glyphs.ts";
import { TextField } from "#app/ui/text-field.tsx";
import type { User, UserChange } from "./user.contract.ts";

type Values = { fullName: string; email: string; profileImage: string };

const labels: Record<keyof Values, string> = { fullName: "Full name", email: "Email", profileImage: "Profile image" };

interface ProfileFormProps {
  user: User;
  save: (change: UserChange) => Promise<User>;
  onSaved: (user: User) => void;
  upload: Upload;
}

/** Who one is. Another e-mail address asks for the password, which no draft keeps. */
export function ProfileForm({ user, save, onSaved, upload }: ProfileFormProps) {
  const [isUploading, setUploading] = useState(false);
  const [currentPassword, setCurrentPassword] = useState("");
  const reply = useRef(user);
  const form = useEntryForm<Values>({
    initial: { fullName: user.fullName, email: user.email, profileImage: user.profileImage },
    save: async (values, _version, base) => {
      const change = changesOf(values, base, ["fullName", "email", "profileImage"]);
      reply.current = await save({ ...change, ...("email" in change && { currentPassword }) });
    },
    onSaved: () => {
      setCurrentPassword("");
      onSaved(reply.current);
    },
  });
  const { values, set, problem } = form;
  return (
    <FormFrame
      form={form}
      labels={labels}
      submit={{ label: "Save Profile", glyph: check }}
      isWaiting={isUploading}
      aside={
        <ImageField
          label="Profile image"
          name="profileImage"
          value={values.profileImage}
          onChange={(address) => set("profileImage", address)}
          upload={upload}
          onBusy={setUploading}
          hint="A square shows best. PNG, JPEG, WebP, AVIF or GIF, at most 10 MB."
          error={problem("profileImage")}
        />
      }
    >
      <TextField
        label="Full name"
        name="fullName"
        autoComplete="name"
        value={values.fullName}
        onChange={(event) => set("fullName", event.target.value)}
        error={problem("fullName")}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        hint="You log in with it."
        value={values.email}
        onChange={(event) => set("email", event.target.value)}
        error={problem("email")}
      />
      {values.email.trim() !== user.email && (
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          hint="Needed for another e-mail address."
          value={currentPassword}
          onChange={setCurrentPassword}
          error={problem("currentPassword")}
        />
      )}
    </FormFrame>
  );
}
