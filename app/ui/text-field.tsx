import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import { alert, check } from "./glyphs.ts";
import { Icon } from "./icon.tsx";
import styles from "./text-field.module.css";

interface FieldProps {
  label: string;
  /** Names the field where the label is not drawn (the newsletter's one line). */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** A sentence. It turns the field red and is read with it. */
  error?: string | null;
  /** A sentence for a value that is fine. */
  ok?: string | null;
}

type TextFieldProps = FieldProps & InputHTMLAttributes<HTMLInputElement>;

/** One line of text with its label, hint and error. Text of either direction lies as its own letters ask. */
export function TextField({ label, hideLabel, hint, error, ok, id, className, ...input }: TextFieldProps) {
  const own = useId();
  const field = id ?? own;
  return (
    <Field {...{ label, hideLabel, hint, error, ok, className }} id={field}>
      <input
        dir="auto"
        {...input}
        id={field}
        className={styles.input}
        data-ok={ok ? "" : undefined}
        {...described(field, { hint, error, ok })}
      />
    </Field>
  );
}

type TextAreaProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextArea({ label, hideLabel, hint, error, ok, id, className, ...input }: TextAreaProps) {
  const own = useId();
  const field = id ?? own;
  return (
    <Field {...{ label, hideLabel, hint, error, ok, className }} id={field}>
      <textarea
        dir="auto"
        {...input}
        id={field}
        className={`${styles.input} ${styles.area}`}
        data-ok={ok ? "" : undefined}
        {...described(field, { hint, error, ok })}
      />
    </Field>
  );
}

/** The frame of any one field: what it is called, what helps, what is wrong. The control carries `id` and `described(id, …)`. */
export function Field({
  label,
  hideLabel,
  hint,
  error,
  ok,
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
      {!error && ok && (
        <p className={styles.ok} id={`${id}-ok`}>
          <Icon of={check} />
          {ok}
        </p>
      )}
    </div>
  );
}

/** The attributes that tie a control to the sentences under it. */
export function described(id: string, { hint, error, ok }: Pick<FieldProps, "hint" | "error" | "ok">) {
  const ids = [hint && `${id}-hint`, error ? `${id}-error` : ok && `${id}-ok`].filter(Boolean);
  return { "aria-invalid": error ? true : undefined, "aria-describedby": ids.length > 0 ? ids.join(" ") : undefined };
}
