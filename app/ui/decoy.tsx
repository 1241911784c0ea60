import { decoyField } from "#app/shared/visitor-signals.ts";
import styles from "./decoy.module.css";

/** A field of a form that nobody sees, hears or reaches by key: a program that fills in every field gives itself away. */
export function Decoy() {
  return (
    <div className={styles.decoy} aria-hidden="true">
      <input name={decoyField} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
