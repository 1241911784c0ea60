import { capitalised } from "#app/shared/content-type.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog, DialogActions } from "../dialog/dialog.tsx";
import type { EntryForm } from "../form/entry-form.ts";
import type { Entry, FieldValue, FormValues } from "../form/fields.ts";
import { formatTime } from "../text/format-time.ts";
import styles from "./conflict-dialog.module.css";
import { isSame } from "./merge.ts";

interface ConflictDialogProps<V extends FormValues> {
  form: Pick<EntryForm<V>, "conflict" | "values" | "resolveWithMine" | "resolveWithTheirs" | "dismissConflict">;
  labels: Record<string, string>;
  what?: string;
  /** Displayed for fields without a value of their own. */
  defaults?: Record<string, FieldValue>;
}

/**
 * Shown when somebody else changed the same fields in the meantime: displays both versions and lets the editor choose.
 */
export function ConflictDialog<V extends FormValues>({
  form,
  labels,
  what = "this entry",
  defaults = {},
}: ConflictDialogProps<V>) {
  const { conflict, values } = form;
  const isOne = conflict?.clashes.length === 1;
  return (
    <Dialog isOpen={conflict !== null} title="Changed in the meantime" size="wide" onClose={form.dismissConflict}>
      <p className="muted">
        {isOne ? "One field of" : "Fields of"} {what} {isOne ? "was" : "were"} changed by somebody else too, after you
        opened it. Nothing of yours is saved yet.
      </p>
      <div className={`stack gap-20 ${styles.fields}`}>
        {conflict?.clashes.map((name) => {
          const by = conflict.authors[name];
          return (
            <section key={name} className={styles.field} aria-label={labels[name]}>
              <h3 className={styles.name}>{labels[name]}</h3>
              <Version title="Yours" text={shown(differing(values[name] ?? defaults[name], conflict.values[name]))} />
              <Version
                title={by ? `${capitalised(by.author || "the site itself")}, ${formatTime(by.createdAt)}` : "Theirs"}
                text={shown(differing(conflict.values[name] ?? defaults[name], values[name]))}
              />
            </section>
          );
        })}
      </div>
      <DialogActions>
        <Button kind="line" label="Keep editing" onClick={form.dismissConflict} />
        <Button kind="line" label="Take theirs" onClick={form.resolveWithTheirs} />
        <Button kind="ink" label="Save mine" onClick={form.resolveWithMine} />
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

function shown(value: FieldValue | undefined): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (!Array.isArray(value)) return value ?? "";
  return value.map((entry) => (typeof entry === "string" ? entry : wordsOf(entry))).join("\n");
}

/** Of entries that are merged one by one, those that are not the same on the other side. */
function differing(value: FieldValue | undefined, other: FieldValue | undefined): FieldValue | undefined {
  if (!Array.isArray(value) || !Array.isArray(other)) return value;
  const entries = (value as (string | Entry)[]).filter(
    (entry) => typeof entry === "string" || !("_id" in entry) || !other.some((each) => isSame(each, entry)),
  );
  return entries as FieldValue;
}

function wordsOf(entry: Entry): string {
  const words = Object.entries(entry).flatMap(([name, value]) => (name === "_id" || value === null ? [] : value));
  return ("_id" in entry ? words.filter(Boolean) : words).join(", ");
}
