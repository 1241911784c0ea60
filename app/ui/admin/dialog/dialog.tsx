import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
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
  /** Without any, what it showed last stays while it fades. */
  children: ReactNode;
}

/**
 * A native modal dialog: traps focus, makes the page behind it inert, and returns focus on close. It is outside of the
 * form that renders it: a form cannot be inside another, and Enter in a dialog must not save the form.
 */
export function Dialog({ isOpen, title, onClose, mark, size = "small", children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const shown = useRef({ title, children });
  if (children) shown.current = { title, children };
  useEffect(() => {
    const dialog = ref.current;
    if (isOpen && !dialog?.open) dialog?.showModal();
    if (!isOpen && dialog?.open) dialog.close();
  }, [isOpen]);

  // Rendered on the server, nothing is asked (app/admin/first-paint/first-paint.server.tsx).
  if (typeof document === "undefined") return null;
  return createPortal(
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
      // A second press while it fades.
      onClickCapture={(event) => {
        if (isOpen) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      // React passes events on to the form that renders the dialog.
      onSubmit={(event) => event.stopPropagation()}
    >
      <div className={styles.inner}>
        {mark}
        <div className={`grow ${styles.body}`}>
          <h2 id={titleId} className={styles.title}>
            {shown.current.title}
          </h2>
          {shown.current.children}
        </div>
      </div>
    </dialog>,
    document.body,
  );
}

/**
 * The row of buttons at the foot of a dialog. Below 576 px they stack, with the last one (the primary action) on top.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={`wraps gap-12 ${styles.actions}`}>{children}</div>;
}
