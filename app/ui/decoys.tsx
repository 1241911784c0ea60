import { decoyField } from "#app/shared/visitor-signals.ts";
import styles from "./decoys.module.css";

/** A field for each form that nobody sees, hears or reaches by key: a program that fills in every field gives itself away. */
export function Decoys({ forms }: { forms: string[] }) {
  return (
    <div className={styles.decoys} aria-hidden="true">
      {forms.map((form) => (
        <input key={form} form={form} name={decoyField} tabIndex={-1} autoComplete="off" />
      ))}
    </div>
  );
}
