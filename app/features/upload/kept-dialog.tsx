import { Link } from "react-router";
import { Dialog, DialogActions } from "#app/ui/admin/dialog/dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import type { PictureVersion } from "./picture.contract.ts";
import styles from "./picture-row.module.css";

interface KeptDialogProps {
  /** Empty: the dialog is closed. */
  versions: PictureVersion[];
  onClose: () => void;
}

/** Says which older versions keep a picture from being deleted. */
export function KeptDialog({ versions, onClose }: KeptDialogProps) {
  return (
    <Dialog isOpen={versions.length > 0} title="Older versions show this picture" onClose={onClose}>
      {versions.length > 0 && (
        <>
          <p className="muted">It cannot be deleted: a version that is restored shows it again.</p>
          <ul className={styles.versions} aria-label="Older versions">
            {versions.map(({ label, path }) => (
              <li key={label}>
                <Link className="text-link" to={path}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <DialogActions>
            <Button kind="line" label="Close" onClick={onClose} />
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
