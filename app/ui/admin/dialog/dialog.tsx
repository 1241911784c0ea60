import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "./dialog.module.css";

interface DialogProps {
  isOpen: boolean;
  title: string;
  /**
   * Called on Escape, a click on the backdrop or the back gesture. The dialog never closes itself: `isOpen` decides.
   */
  onClose: () => void;
  /** Rendered to the left of the title. */
  mark?: ReactNode;
  size?: "small" | "wide" | "large" | "full";
  children: ReactNode;
}

/** A native modal dialog: traps focus, makes the page behind it inert, and returns focus on close. */
export function Dialog({ isOpen, title, onClose, mark, size = "small", children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (isOpen && !dialog?.open) dialog?.showModal();
    if (!isOpen && dialog?.open) dialog.close();
  }, [isOpen]);

  return (
    <dialog
      ref={ref}
      className={[styles.dialog, styles[size]].filter(Boolean).join(" ")}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== ref.current) return; // the cancel event of a file picker inside the dialog bubbles up here
        event.preventDefault();
        onClose();
      }}
      // The event is queued, so it may arrive when the dialog is open again.
      onClose={(event) => event.target === ref.current && isOpen && !ref.current.open && onClose()}
      onPointerDown={(event) => event.target === ref.current && onClose()}
    >
      <div className={styles.inner}>
        {mark}
        <div className={`grow ${styles.body}`}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {children}
        </div>
      </div>
    </dialog>
  );
}

/**
 * The row of buttons at the foot of a dialog. Below 576 px they stack, with the last one (the primary action) on top.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={`wraps gap-12 ${styles.actions}`}>{children}</div>;
}
