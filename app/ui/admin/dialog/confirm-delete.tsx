import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useState } from "react";
import { AppError } from "#app/shared/app-error.ts";
import { Button } from "#app/ui/button.tsx";
import { trash } from "#app/ui/glyphs.ts";
import { canRetry, isMissing, isUnanswered, reloadIfUnanswered } from "../notice/failure-kind.ts";
import { endLasting, showToast } from "../notice/toast.tsx";
import { focusHeading } from "../screen/screen.tsx";
import styles from "./confirm-delete.module.css";
import { Dialog, DialogActions } from "./dialog.tsx";

export interface TrashPlace {
  kind: string;
  id: string;
}

export interface Deletion {
  /** Unique among everything that can be deleted, such as `job:ui-ux-designer`. */
  id: string;
  /** The entry's name in the dialog; of one without a name, or of several, what they are, such as "3 messages". */
  name: string;
  /** How many entries `name` represents, if it is not the name of one. */
  count?: number;
  /** What else will be deleted, such as "its detail sections". */
  also?: string;
  /** What is said once it is deleted, if it is none of the entries that the specification has a sentence for. */
  done?: string;
  remove: () => Promise<unknown>;
  /** The entry in the trash; set if the deletion can be undone. */
  trash?: TrashPlace;
  /**
   * Undoes the deletion of several entries; used instead of `trash`. `left`: how many are not restored, since somebody has
   * erased them or what is in their place.
   */
  undo?: () => Promise<Outcome>;
  /** Reloads the list; rejects if that fails. */
  reload: () => Promise<unknown>;
}

/** How many entries are back, and how many are not. */
interface Outcome {
  undone: number;
  left: number;
}

interface Deletions {
  ask: (deletion: Deletion) => void;
  /** Brings entries back from the trash. */
  restore: (places: TrashPlace[]) => Promise<Outcome>;
  /** Whether the card is hidden: its deletion was confirmed and has not been refused. */
  isGone: (id: string) => boolean;
}

const DeletionContext = createContext<Deletions>({
  ask: () => {},
  restore: async () => ({ undone: 0, left: 0 }),
  isGone: () => false,
});

export const useDeletion = () => useContext(DeletionContext);

/**
 * Asks for confirmation before every deletion, reports success immediately, and rolls back if the server refuses. It is mounted in the layout, not on a page, so that a late refusal is reported even after
 * navigation.
 */
export function DeletionProvider({
  restore,
  children,
}: {
  restore: (places: TrashPlace[]) => Promise<Outcome>;
  children: ReactNode;
}) {
  const [asked, setAsked] = useState<Deletion>();
  const { gone, run } = useRemoval(restore);
  return (
    <DeletionContext value={{ ask: setAsked, restore, isGone: (id) => gone.has(id) }}>
      {children}
      <AskDialog
        deletion={asked}
        onCancel={() => {
          setAsked(undefined);
          if (asked) showCancelledToast(asked);
        }}
        onConfirm={(isByKeyboard) => {
          setAsked(undefined);
          focusHeading();
          if (asked) void run(asked, isByKeyboard);
        }}
      />
    </DeletionContext>
  );
}

/** Carries out confirmed deletions and undoes them. `gone`: the ids of the cards hidden meanwhile. */
function useRemoval(restore: (places: TrashPlace[]) => Promise<Outcome>) {
  const cache = useQueryClient().getQueryCache();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const leave = (id: string) => setGone((ids) => new Set(ids).add(id));
  const comeBack = (id: string) => setGone((ids) => new Set([...ids].filter((other) => other !== id)));

  /** Lists that could not be reloaded show the card as it is once they have been: it may have been restored elsewhere. */
  function comeBackOnceLoaded(id: string) {
    const left = cache.findAll({ type: "active", predicate: ({ state }) => state.isInvalidated });
    const stop = cache.subscribe(() => {
      if (left.some(({ queryHash }) => cache.get(queryHash)?.state.isInvalidated)) return;
      stop();
      comeBack(id);
    });
  }

  async function run(deletion: Deletion, isByKeyboard = false) {
    leave(deletion.id);
    const removal = deletion.remove().catch((error) => {
      // Deleted already: by a colleague, or by an attempt whose answer was lost.
      if (deletion.count !== undefined || !isMissing(error)) throw error;
    });
    showDeletedToast(deletion, isByKeyboard, () => undo(deletion, removal));
    try {
      await removal;
    } catch (error) {
      console.error("Delete failed", error);
      comeBack(deletion.id);
      showRefusedToast(deletion, error, () => run(deletion));
      await reloadIfUnanswered(error, deletion.reload);
      return;
    }
    endLasting(deletion.id);
    // Keep the card hidden until the list has been reloaded; stale data would show it again.
    await deletion.reload().then(
      () => comeBack(deletion.id),
      () => comeBackOnceLoaded(deletion.id),
    );
  }

  /**
   * Undo may be pressed while the deletion is still in flight. A refused deletion has already been reported and needs
   * no undo.
   */
  async function undo(deletion: Deletion, removal: Promise<unknown>) {
    focusHeading();
    const isRemoved = await removal.then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
    try {
      const { trash = [] } = deletion;
      const outcome = await (deletion.undo ? deletion.undo() : restore([trash].flat()));
      // It is restored, whether or not all that is shown can be loaded again.
      await deletion.reload().catch(() => undefined);
      comeBack(deletion.id);
      showRestoredToast(deletion, outcome);
    } catch (error) {
      console.error("Undo failed", error);
      showNotRestoredToast(deletion, error, () => undo(deletion, removal));
      await reloadIfUnanswered(error, deletion.reload);
    }
  }

  return { gone, run };
}

interface AskDialogProps {
  /** Undefined: closed. */
  deletion: Deletion | undefined;
  onCancel: () => void;
  onConfirm: (isByKeyboard: boolean) => void;
}

function AskDialog({ deletion, onCancel, onConfirm }: AskDialogProps) {
  return (
    <Dialog isOpen={deletion !== undefined} title="Are you sure?" onClose={onCancel} mark={<Mark />}>
      {deletion && (
        <>
          <p className="muted">
            {named(deletion)}
            {deletion.also ? ` and ${deletion.also}` : ""} will be removed.
          </p>
          <DialogActions>
            <Button kind="line" label="No, cancel!" onClick={onCancel} />
            <Button
              kind="danger"
              className={styles.yes}
              glyph={trash}
              label="Yes, delete it!"
              onClick={(event) => onConfirm(event.detail === 0)}
            />
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

const named = ({ name, count }: Deletion): string => (count === undefined ? `“${name}”` : name);

const areMany = ({ count = 1 }: Deletion): boolean => count > 1;

/** After a deletion by keyboard, focus moves to the toast, where Undo is the next stop of Tab, and which stays open. */
function showDeletedToast(deletion: Deletion, isByKeyboard: boolean, undo: () => void) {
  const { id } = deletion;
  const mayUndo = deletion.trash !== undefined || deletion.undo !== undefined;
  showToast({
    id,
    kind: "success",
    title: "Deleted!",
    text: deletion.done ?? "Your file has been deleted.",
    actions: mayUndo ? [{ label: "Undo", onClick: undo }] : [],
    takesFocus: isByKeyboard && mayUndo,
    // Its time begins once the server has deleted it: before, the list may not show yet what Undo is for.
    isLasting: true,
  });
}

function showRestoredToast(deletion: Deletion, outcome: Outcome) {
  const { id } = deletion;
  const isWhole = outcome.undone >= (deletion.count ?? 1);
  if (isWhole) {
    const text = `${named(deletion)} ${areMany(deletion) ? "have been restored" : "has been restored"}.`;
    return showToast({ id, kind: "success", title: "Restored", text });
  }
  const count = outcome.undone === 0 ? "None" : `${outcome.undone.toLocaleString("en-GB")} of ${named(deletion)}`;
  const text = `${count} could be restored from here. Look in the Trash for the rest.`;
  showToast({ id, kind: "failure", title: "Not all restored", text, isLasting: true });
}

function showNotRestoredToast(deletion: Deletion, error: unknown, retry: () => void) {
  // Somebody may have erased or restored it meanwhile.
  const place = error instanceof AppError && error.code === "not_found" ? "not in the trash" : "still in the trash";
  const is = isUnanswered(error) ? "may be" : areMany(deletion) ? "are" : "is";
  showFailedToast(deletion, "Not restored", `${is} ${place}`, error, retry);
}

function showCancelledToast({ id }: Deletion) {
  showToast({ id, kind: "success", title: "Cancelled", text: "Your imaginary file is safe :)" });
}

/** Replaces the "Deleted!" toast, even if that has already closed. */
function showRefusedToast(deletion: Deletion, error: unknown, retry: () => void) {
  const is = isUnanswered(error) ? "may still be" : areMany(deletion) ? "are still" : "is still";
  showFailedToast(deletion, "Not deleted", `${is} there`, error, retry);
}

function showFailedToast(deletion: Deletion, title: string, state: string, error: unknown, retry: () => void) {
  const reason = error instanceof Error ? error.message : "";
  showToast({
    id: deletion.id,
    kind: "failure",
    title,
    text: `${named(deletion)} ${state}. ${reason}`,
    isLasting: true,
    actions: canRetry(error) ? [{ label: "Retry", onClick: retry }] : [],
  });
}

/** The two halves of the seam with the drawn half dashed: the entry is about to be removed. */
function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 44 44" aria-hidden="true">
      <path className={styles.drawn} d="M1 1H22V24H12V43H1Z" />
      <path className={styles.built} d="M25 0H44V44H15V27H25Z" />
    </svg>
  );
}
