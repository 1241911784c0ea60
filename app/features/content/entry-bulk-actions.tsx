import type { ContentBulkAction } from "#app/shared/content-contract.ts";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { eye, eyeOff, trash } from "#app/ui/glyphs.ts";

interface EntryBulkActionsProps {
  isBusy: boolean;
  onChange: (action: ContentBulkAction) => void;
}

export function EntryBulkActions({ isBusy, onChange }: EntryBulkActionsProps) {
  return (
    <>
      <ActionButton glyph={eye} label="Publish" disabled={isBusy} onClick={() => onChange("publish")} />
      <ActionButton glyph={eyeOff} label="Unpublish" disabled={isBusy} onClick={() => onChange("unpublish")} />
      <ActionButton
        glyph={trash}
        label="Delete selected"
        isDanger
        disabled={isBusy}
        onClick={() => onChange("delete")}
      />
    </>
  );
}
