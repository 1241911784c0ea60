import { type ComponentProps, type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import { alert } from "./glyphs.ts";
import { Icon } from "./icon.tsx";
import styles from "./text-field.module.css";

interface FieldProps {
  label: string;
  /** Hides the label visually (the single-line newsletter form); it still names the field. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** A sentence. Marks the field as invalid and describes it. */
  error?: string | null;
}

type TextFieldProps = FieldProps & ComponentProps<"input">;

/** A single-line text field with label, hint and error. Text direction follows its content. */
export function TextField({ label, hideLabel, hint, error, id, className, ...input }: TextFieldProps) {
  const own = useId();
  const field = id ?? own;
  return (
    <Field {...{ label, hideLabel, hint, error, className }} id={field}>
      <input dir="auto" {...input} id={field} className={styles.input} {...described(field, { hint, error })} />
    </Field>
  );
}

type TextAreaProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextArea({ label, hideLabel, hint, error, id, className, ...input }: TextAreaProps) {
  const own = useId();
  const field = id ?? own;
  return (
    <Field {...{ label, hideLabel, hint, error, className }} id={field}>
      <textarea
        dir="auto"
        {...input}
        id={field}
        className={`${styles.input} ${styles.area}`}
        {...described(field, { hint, error })}
      />
    </Field>
  );
}

/** The frame of a field: label, hint and error. The control must have `id` and the attributes of `described(id, …)`. */
export function Field({
  label,
  hideLabel,
  hint,
  error,
  id,
  className,
  children,
}: FieldProps & { id: string; className?: string; children: ReactNode }) {
  return (
    <div className={className ? `${styles.field} ${className}` : styles.field}>
      <label htmlFor={id} className={hideLabel ? "vh" : styles.label}>
        {label}
      </label>
      {children}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon of={alert} />
          {error}
        </p>
      )}
    </div>
  );
}

/** The ARIA attributes that associate a control with its hint and error. */
export function described(id: string, { hint, error }: Pick<FieldProps, "hint" | "error">) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  return { "aria-invalid": error ? true : undefined, "aria-describedby": ids.length > 0 ? ids.join(" ") : undefined };
}
