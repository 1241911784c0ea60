import { type SelectHTMLAttributes, useId } from "react";
import styles from "#app/ui/text-field.module.css";
import { described, Field } from "#app/ui/text-field.tsx";

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  hideLabel?: boolean;
  hint?: string;
  error?: string | null;
  options: readonly { value: string; label: string }[];
}

/** A labelled native select: supports type-ahead and works well on phones. */
export function SelectField({ label, hideLabel, hint, error, options, id, className, ...select }: SelectFieldProps) {
  const own = useId();
  const field = id ?? own;
  return (
    <Field {...{ label, hideLabel, hint, error, className }} id={field}>
      <select {...select} id={field} className={styles.input} {...described(field, { hint, error })}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
