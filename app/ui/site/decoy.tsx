import { decoyField } from "#app/shared/visitor-signals.ts";
import styles from "./decoy.module.css";

/**
 * A field of the form with this id that nobody sees, hears or reaches by key: a program that fills in every field gives itself away.
 * It stands beside its form, which holds the fields of the specification and no other.
 */
export function Decoy({ form }: { form: string }) {
  return (
    <div className={styles.decoy} aria-hidden="true">
      <input form={form} name={decoyField} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
