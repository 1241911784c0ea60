import { Button } from "./button.tsx";
import styles from "./conflict-dialog.module.css";
import { Dialog, DialogActions } from "./dialog.tsx";
import type { EntryForm, FormValues } from "./entry-form.ts";

interface ConflictDialogProps<V extends FormValues> {
  form: EntryForm<V>;
  labels: Record<keyof V & string, string>;
}

/** Somebody else saved in the meantime: both versions are shown, and the editor chooses. */
export function ConflictDialog<V extends FormValues>({ form, labels }: ConflictDialogProps<V>) {
  const { conflict, values, keepMine, takeTheirs, decideLater } = form;
  const names = Object.keys(labels).filter((name) => conflict && shown(conflict.values[name]) !== shown(values[name]));
  return (
    <Dialog isOpen={conflict !== null} title="Changed in the meantime" size="wide" onClose={decideLater}>
      <p className={styles.muted}>Somebody else saved this entry after you opened it. Nothing of yours is saved yet.</p>
      <div className={styles.fields}>
        {names.map((name) => (
          <section key={name} className={styles.field} aria-label={labels[name]}>
            <h3 className={styles.name}>{labels[name]}</h3>
            <Version title="Yours" text={shown(values[name])} />
            <Version title="Theirs" text={shown(conflict?.values[name])} />
          </section>
        ))}
      </div>
      <DialogActions>
        <Button kind="line" size="office" label="Keep editing" onClick={decideLater} />
        <Button kind="line" size="office" label="Take theirs" onClick={takeTheirs} />
        <Button kind="ink" size="office" label="Save mine" onClick={keepMine} />
      </DialogActions>
    </Dialog>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.version}>
      <h4 className={styles.title}>{title}</h4>
      <p className={styles.text} dir="auto">
        {text || "(empty)"}
      </p>
    </div>
  );
}

const shown = (value: string | string[] | boolean | undefined): string =>
  Array.isArray(value) ? value.join("\n") : typeof value === "boolean" ? (value ? "Yes" : "No") : (value ?? "");
