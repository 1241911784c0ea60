import { honeypotField } from "#app/shared/visitor-signals.ts";
import styles from "./honeypot.module.css";

/**
 * A honeypot field for the form with this id: invisible and unreachable, so only bots that fill in every field fill it.
 * Placed outside the form element, which must contain exactly the fields of the specification.
 */
export function Honeypot({ form }: { form: string }) {
  return (
    <div className={styles.honeypot} aria-hidden="true">
      <input form={form} name={honeypotField} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
