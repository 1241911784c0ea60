import { useId, useState } from "react";
import fieldStyles from "#app/ui/text-field.module.css";
import { described, Field } from "#app/ui/text-field.tsx";
import styles from "./password-field.module.css";

interface PasswordFieldProps {
  label: string;
  name: string;
  autoComplete: "current-password" | "new-password";
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  hint?: string;
  error?: string | null;
}

/** A required password field with a Show/Hide toggle. */
export function PasswordField({ label, name, autoComplete, value, onChange, onBlur, hint, error }: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} id={id} hint={hint} error={error}>
      <div className={styles.box}>
        <input
          id={id}
          name={name}
          type={isShown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          className={`${fieldStyles.input} ${styles.input}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          {...described(id, { hint, error })}
        />
        {/* Keep focus in the input when the toggle is pressed. */}
        <button
          type="button"
          className={styles.toggle}
          title={isShown ? "Hide what is typed" : "Show what is typed"}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? "Hide" : "Show"}
        </button>
      </div>
    </Field>
  );
}
