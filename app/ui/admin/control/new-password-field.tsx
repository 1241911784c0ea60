import { type ComponentProps, useState } from "react";
import { isStrongPassword, passwordMessage } from "#app/shared/password.ts";
import { PasswordField } from "./password-field.tsx";

type NewPasswordFieldProps = Pick<
  ComponentProps<typeof PasswordField>,
  "label" | "name" | "value" | "onChange" | "error"
>;

/** A field for a password that is being chosen. It says whether that is strong enough once the field is left. */
export function NewPasswordField({ value, error, ...field }: NewPasswordFieldProps) {
  const [isLeft, setLeft] = useState(false);
  if (isLeft && value === "") setLeft(false);
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      hint="8 characters or more, with a letter, a number and a special character."
      value={value}
      onBlur={() => setLeft(true)}
      error={isLeft && value !== "" && !isStrongPassword(value) ? passwordMessage : error}
    />
  );
}
