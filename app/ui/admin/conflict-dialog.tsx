import { Button } from "#app/ui/button.tsx";
import { spokenTime } from "./clock.ts";
import styles from "./conflict-dialog.module.css";
import { Dialog, DialogActions } from "./dialog.tsx";
import type { EntryForm, FormValues } from "./entry-form.ts";
import { authorOf } from "./merge.ts";

interface ConflictDialogProps<V extends FormValues> {
  form: EntryForm<V>;
  labels: Record<keyof V & string, string>;
}

/** Somebody else changed the same fields in the meantime. */
export function ConflictDialog<V extends FormValues>({ form, labels }: ConflictDialogProps<V>) {
  const { conflict, values } = form;
  return (
    <ChoiceDialog
      what="this entry"
      differences={
        conflict &&
        conflict.clashes.map((name) => {
          const by = authorOf(conflict.states, name);
          return {
            label: labels[name] ?? name,
            yours: shown(values[name]),
            theirs: shown(conflict.values[name]),
            ...(by && { author: by.author, createdAt: by.createdAt }),
          };
        })
      }
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
  /** Of theirs, where that is known. */
  author?: string;
  createdAt?: string;
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
  const isOne = differences?.length === 1;
  return (
    <Dialog isOpen={differences !== null} title="Changed in the meantime" size="wide" onClose={onLater}>
      <p className={styles.muted}>
        {isOne ? "One field of" : "Fields of"} {what} {isOne ? "was" : "were"} changed by somebody else too, after you
        opened it. Nothing of yours is saved yet.
      </p>
      <div className={styles.fields}>
        {differences?.map(({ label, yours, theirs, author, createdAt }) => (
          <section key={label} className={styles.field} aria-label={label}>
            <h3 className={styles.name}>{label}</h3>
            <Version title="Yours" text={yours} />
            <Version
              title={createdAt ? `${author || "The site itself"}, ${spokenTime(createdAt)}` : "Theirs"}
              text={theirs}
            />
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
