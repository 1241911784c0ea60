import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { MenuItem } from "#app/ui/admin/control/menu.tsx";
import { BulkMenu } from "#app/ui/admin/list/bulk-bar.tsx";
import { alert, check, close, down, download, eye, eyeOff, person, trash } from "#app/ui/glyphs.ts";
import type { BulkAction } from "../quote.contract.ts";
import type { Owner } from "../quote.queries.ts";

interface QuoteBulkActionsProps {
  isBusy: boolean;
  onChange: (action: Exclude<BulkAction, "owner">) => void;
  owners: Owner[];
  onAssign: (owner: Owner | null) => void;
  onDelete: () => void;
  onExport: () => void;
}

const changes = [
  { action: "replied", label: "Replied", glyph: check },
  { action: "won", label: "Won", glyph: check },
  { action: "lost", label: "Lost", glyph: close },
  { action: "new", label: "New", glyph: down },
  { action: "read", label: "Mark read", glyph: eye },
  { action: "unread", label: "Mark unread", glyph: eyeOff },
  { action: "spam", label: "Spam", glyph: alert },
  { action: "not-spam", label: "Not spam", glyph: check },
] as const;

/** The actions on the selected messages. */
export function QuoteBulkActions(props: QuoteBulkActionsProps) {
  const { isBusy, onChange, owners, onAssign, onDelete, onExport } = props;
  return (
    <>
      <BulkMenu label="Mark as">
        {changes.map(({ action, label, glyph }) => (
          <MenuItem key={action} glyph={glyph} label={label} onClick={() => onChange(action)} />
        ))}
      </BulkMenu>
      <BulkMenu label="Assign to">
        {owners.map((owner) => (
          <MenuItem key={owner.id} glyph={person} label={owner.name} onClick={() => onAssign(owner)} />
        ))}
        <MenuItem glyph={close} label="Nobody" onClick={() => onAssign(null)} />
      </BulkMenu>
      <ActionButton glyph={download} label="Export" disabled={isBusy} onClick={onExport} />
      <ActionButton glyph={trash} label="Delete selected" isDanger disabled={isBusy} onClick={onDelete} />
    </>
  );
}
