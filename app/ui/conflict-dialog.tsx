import { Button } from "./button.tsx";
import styles from "./conflict-dialog.module.css";
import { Dialog, DialogActions } from "./dialog.tsx";
import type { EntryForm, FormValues } from "./entry-form.ts";

interface ConflictDialogProps<V extends FormValues> {
  form: EntryForm<V>;
  labels: Record<keyof V & string, string>;
}

/** Somebody else saved the entry in the meantime. */
export function ConflictDialog<V extends FormValues>({ form, labels }: ConflictDialogProps<V>) {
  const { conflict, values } = form;
  const all = Object.keys(labels).map((name) => ({
    label: labels[name] ?? name,
    yours: shown(values[name]),
    theirs: shown(conflict?.values[name]),
  }));
  return (
    <ChoiceDialog
      what="this entry"
      differences={conflict && all.filter(({ yours, theirs }) => yours !== theirs)}
      onKeepMine={form.keepMine}
      onTakeTheirs={form.takeTheirs}
      onLater={form.decideLater}
    />
  );
}

export interface Difference {
  label: string;
  yours: string;
  theirs: string;
}

interface ChoiceDialogProps {
  what: string;
  /** Null while there is nothing to choose. */
  differences: Difference[] | null;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onLater: () => void;
}

/** Both versions are shown, and the editor chooses. */
export function ChoiceDialog({ what, differences, onKeepMine, onTakeTheirs, onLater }: ChoiceDialogProps) {
  return (
    <Dialog isOpen={differences !== null} title="Changed in the meantime" size="wide" onClose={onLater}>
      <p className={styles.muted}>Somebody else saved {what} after you opened it. Nothing of yours is saved yet.</p>
      <div className={styles.fields}>
        {differences?.map(({ label, yours, theirs }) => (
          <section key={label} className={styles.field} aria-label={label}>
            <h3 className={styles.name}>{label}</h3>
            <Version title="Yours" text={yours} />
            <Version title="Theirs" text={theirs} />
          </section>
        ))}
      </div>
      <DialogActions>
        <Button kind="line" size="office" label="Keep editing" onClick={onLater} />
        <Button kind="line" size="office" label="Take theirs" onClick={onTakeTheirs} />
        <Button kind="ink" size="office" label="Save mine" onClick={onKeepMine} />
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
