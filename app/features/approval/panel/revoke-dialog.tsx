import { createPortal } from "react-dom";
import { ConfirmDialog } from "#app/ui/admin/dialog/confirm-dialog.tsx";
import type { ApprovalLink } from "../approval.contract.ts";

interface RevokeDialogProps {
  /** Undefined: no prompt is open. */
  link: ApprovalLink | undefined;
  onClose: () => void;
  onRevoke: (link: ApprovalLink) => void;
}

/** Asks before a link ends for good. */
export const RevokeDialog = ({ link, onClose, onRevoke }: RevokeDialogProps) =>
  // Inside the form that renders the panel its buttons could submit it.
  createPortal(
    <ConfirmDialog title="Revoke this link?" chosen={link} label="Revoke link" onClose={onClose} onConfirm={onRevoke}>
      {(shown) => (
        <>
          {shown?.name} can no longer open it or answer
          {shown?.isRequired && ", and publishing no longer waits for this approval"}. The answers so far stay here.
          This cannot be undone; you can make another link.
        </>
      )}
    </ConfirmDialog>,
    document.body,
  );
