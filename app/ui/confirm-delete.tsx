import { createContext, type ReactNode, useContext, useState } from "react";
import { Button } from "./button.tsx";
import styles from "./confirm-delete.module.css";
import { Dialog, DialogActions } from "./dialog.tsx";
import { trash } from "./glyphs.ts";
import { showToast } from "./toast.tsx";

export interface Deletion {
  /** Unique among everything that can be deleted, as `job:ui-ux-designer`. */
  id: string;
  /** What the dialog calls the entry. */
  name: string;
  /** What else the deletion takes away, as "its detail sections". */
  also?: string;
  remove: () => Promise<unknown>;
  /** Reloads the list; rejects when it could not. */
  reload: () => Promise<unknown>;
}

interface Deletions {
  ask: (deletion: Deletion) => void;
  /** Whether the card has left: confirmed, and not refused. */
  isGone: (id: string) => boolean;
}

const DeletionContext = createContext<Deletions>({ ask: () => {}, isGone: () => false });

export const useDeletion = () => useContext(DeletionContext);

/**
 * Asks before every deletion, tells the result at once and takes it back when the server refuses (spec §4, spec/reading).
 * It stands in the frame, not on the page, so that a late refusal is told wherever one has gone since.
 */
export function DeletionProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Deletion>();
  const [isOpen, setOpen] = useState(false);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());

  const leave = (id: string) => setGone((ids) => new Set(ids).add(id));
  const comeBack = (id: string) => setGone((ids) => new Set([...ids].filter((other) => other !== id)));

  async function run(deletion: Deletion) {
    leave(deletion.id);
    tellDeleted(deletion);
    try {
      await deletion.remove();
    } catch (error) {
      console.error("Delete failed", error);
      comeBack(deletion.id);
      tellRefused(deletion, error, () => run(deletion));
      return;
    }
    // Until the list was reloaded the card stays hidden; an old list would show it again.
    await deletion.reload().then(() => comeBack(deletion.id), () => undefined);
  }

  return (
    <DeletionContext value={{ ask: (deletion) => (setAsked(deletion), setOpen(true)), isGone: (id) => gone.has(id) }}>
      {children}
      <AskDialog
        deletion={asked}
        isOpen={isOpen}
        onCancel={() => {
          setOpen(false);
          if (asked) tellCancelled(asked);
        }}
        onConfirm={() => {
          setOpen(false);
          if (asked) void run(asked);
          focusHeading();
        }}
      />
    </DeletionContext>
  );
}

function AskDialog({ deletion, isOpen, onCancel, onConfirm }: { deletion: Deletion | undefined; isOpen: boolean; onCancel: () => void; onConfirm: () => void }) {
  return (
    <Dialog isOpen={isOpen} title="Are you sure?" onClose={onCancel} mark={<Mark />}>
      <p className={styles.what}>
        “{deletion?.name}”{deletion?.also ? ` and ${deletion.also}` : ""} will be removed.
      </p>
      <DialogActions>
        <Button kind="line" size="office" label="No, cancel!" onClick={onCancel} />
        <Button kind="danger" size="office" glyph={trash} label="Yes, delete it!" onClick={onConfirm} />
      </DialogActions>
    </Dialog>
  );
}

function tellDeleted({ id }: Deletion) {
  showToast({ id, kind: "success", title: "Deleted!", text: "Your file has been deleted." });
}

function tellCancelled({ id }: Deletion) {
  showToast({ id, kind: "success", title: "Cancelled", text: "Your imaginary file is safe :)" });
}

/** The same note that said Deleted! takes it back, whether it still stands or not. */
function tellRefused({ id, name }: Deletion, error: unknown, retry: () => void) {
  const reason = error instanceof Error ? error.message : "";
  showToast({
    id,
    kind: "failure",
    title: "Not deleted",
    text: `“${name}” is still there. ${reason}`,
    isLasting: true,
    actions: <Button kind="line" size="office" label="Retry" onClick={retry} />,
  });
}

/** The button that asked is leaving with its card; without this the focus would fall to the top of the document. */
function focusHeading() {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("main h1")?.focus());
}

/** The joint with its drawn half dashed: it is about to come apart. */
function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 44 44" aria-hidden="true">
      <path className={styles.drawn} d="M1 1H22V24H12V43H1Z" />
      <path className={styles.built} d="M25 0H44V44H15V27H25Z" />
    </svg>
  );
}
