import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import type { Glyph } from "#app/ui/glyphs.ts";
import { Dialog, DialogActions } from "./dialog.tsx";

interface ConfirmDialogProps {
  title: string;
  /** What the action does; nothing: no prompt is open. */
  children: ReactNode;
  label: string;
  glyph?: Glyph;
  /** Instead of the action. */
  keep?: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, label, glyph, keep = "Keep it", onClose, onConfirm } = props;
  return (
    <Dialog isOpen={Boolean(children)} title={title} onClose={onClose}>
      {children && (
        <>
          <p className="muted">{children}</p>
          <DialogActions>
            <Button kind="line" label={keep} onClick={onClose} />
            <Button kind="danger" label={label} glyph={glyph ?? null} onClick={onConfirm} />
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
