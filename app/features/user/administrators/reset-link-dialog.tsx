import { useState } from "react";
import { CopyField } from "#app/ui/admin/control/copy-field.tsx";
import { useSending } from "#app/ui/admin/control/use-sending.ts";
import { Dialog, DialogActions } from "#app/ui/admin/dialog/dialog.tsx";
import { SmallForm } from "#app/ui/admin/form/small-form.tsx";
import { handedOver } from "#app/ui/admin/list/handed-over.ts";
import { Button } from "#app/ui/button.tsx";
import { key } from "#app/ui/glyphs.ts";
import type { Administrator } from "./administrator.contract.ts";
import styles from "./reset-link-dialog.module.css";

interface Link {
  address: string;
  mailedTo: string | undefined;
}

interface ResetLinkDialogProps {
  /** Undefined: closed. */
  administrator: Administrator | undefined;
  make: (id: number, dropsSecondFactor: boolean) => Promise<Link>;
  onClose: () => void;
}

/** Creates a link with which somebody else sets a new password, mailed to them or handed over by a channel both trust. */
export function ResetLinkDialog({ administrator, make, onClose }: ResetLinkDialogProps) {
  const [link, setLink] = useState<Link>();
  const [drops, setDrops] = useState(false);
  const sending = useSending(() => make(administrator?.id ?? 0, drops), setLink);
  const name = administrator?.fullName ?? "";
  return (
    <Dialog isOpen={administrator !== undefined} size="wide" title="Reset link" onClose={onClose}>
      {link ? (
        <>
          <p className="muted">{handedOver(link.mailedTo)} It works once, for 24 hours.</p>
          <CopyField label="Link" value={link.address} takesFocus />
          <DialogActions>
            <Button kind="ink" label="Done" glyph={null} onClick={onClose} />
          </DialogActions>
        </>
      ) : (
        <>
          <p className="muted">
            With it {name} sets a new password. Every session of theirs ends when they do; a former link ends now.
          </p>
          <SmallForm
            sending={sending}
            submit={{ label: "Make Link", glyph: key }}
            isIncomplete={false}
            beside={<Button kind="line" label="Cancel" onClick={onClose} />}
          >
            {administrator?.hasSecondFactor && (
              <label className={`line gap-12 ${styles.choice}`}>
                <input type="checkbox" checked={drops} onChange={(event) => setDrops(event.target.checked)} />
                Also switch off the second factor: the app and the recovery codes are lost. Such a link is never mailed.
              </label>
            )}
          </SmallForm>
        </>
      )}
    </Dialog>
  );
}
