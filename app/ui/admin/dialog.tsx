import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "./dialog.module.css";

interface DialogProps {
  isOpen: boolean;
  title: string;
  /** Escape, the backdrop, the back gesture. Leaving it to the owner keeps one truth about what is open. */
  onClose: () => void;
  /** Drawn left of the title. */
  mark?: ReactNode;
  size?: "small" | "wide" | "full";
  children: ReactNode;
}

/** The platform's modal dialog: it keeps the focus inside, the page behind still, and gives the focus back. */
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
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== ref.current) return; // a file chooser inside cancels too, and bubbles
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => event.target === ref.current && isOpen && onClose()}
      onPointerDown={(event) => event.target === ref.current && onClose()}
    >
      <div className={styles.inner}>
        {mark}
        <div className={styles.body}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {children}
        </div>
      </div>
    </dialog>
  );
}

/** The row of buttons at the foot of a dialog. Below 576 px they stack, the last one (which acts) on top. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
