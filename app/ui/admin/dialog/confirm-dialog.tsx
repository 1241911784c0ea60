import { type ReactNode, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import type { Glyph } from "#app/ui/glyphs.ts";
import { Dialog, DialogActions } from "./dialog.tsx";

interface ConfirmDialogProps<T> {
  title: string;
  /** What the action is for; undefined: no prompt is open. */
  chosen: T | undefined;
  /** What it does, for what was chosen last. */
  children: (chosen: T | undefined) => ReactNode;
  label: string;
  glyph?: Glyph;
  onClose: () => void;
  onConfirm: (chosen: T) => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog<T>(props: ConfirmDialogProps<T>) {
  const { title, chosen, children, label, glyph, onClose, onConfirm } = props;
  // Its words stay while it fades.
  const [shown, setShown] = useState(chosen);
  if (chosen !== undefined && chosen !== shown) setShown(chosen);
  return (
    <Dialog isOpen={chosen !== undefined} title={title} onClose={onClose}>
      <p className="muted">{children(shown)}</p>
      <DialogActions>
        <Button kind="line" label="Keep it" onClick={onClose} />
        <Button
          kind="danger"
          label={label}
          {...(glyph && { glyph })}
          onClick={() => {
            onClose();
            if (chosen !== undefined) onConfirm(chosen);
          }}
        />
      </DialogActions>
    </Dialog>
  );
}
