import { useRef } from "react";
import { TextArea } from "#app/ui/text-field.tsx";
import styles from "./alt-field.module.css";

interface AltFieldProps {
  label: string;
  name: string;
  /** Null if not stated, "" if the picture is decorative. */
  value: string | null;
  onChange: (value: string | null) => void;
  hint?: string;
  error?: string | null;
}

const usualHint = "What the picture shows, in one sentence, for people who do not see it.";

/** The alternative text of a picture, or the choice that the picture is decorative and screen readers skip it. */
export function AltField({ label, name, value, onChange, hint = usualHint, error }: AltFieldProps) {
  const typed = useRef<string | null>(null);
  const isDecorative = value === "";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would show a legend that repeats the label
    <div role="group" aria-label={label} className="stack gap-4">
      <TextArea
        label={label}
        name={name}
        rows={3}
        autoComplete="off"
        value={value ?? ""}
        disabled={isDecorative}
        hint={isDecorative ? "Screen readers skip this picture." : hint}
        error={error}
        onChange={({ target }) => onChange(target.value === "" ? null : target.value.replace(/\s*\n\s*/g, " "))}
      />
      <label className={`line gap-10 ${styles.decorative}`}>
        <input
          type="checkbox"
          checked={isDecorative}
          onChange={({ target }) => {
            if (target.checked) typed.current = value;
            onChange(target.checked ? "" : typed.current);
          }}
        />
        Decorative
      </label>
    </div>
  );
}
