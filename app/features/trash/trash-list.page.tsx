import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { Dialog, DialogActions } from "#app/ui/admin/dialog.tsx";
import { focusHeading } from "#app/ui/admin/screen.tsx";
import { showFailure, showSuccess } from "#app/ui/admin/toast.tsx";
import { useBusy } from "#app/ui/admin/use-busy.ts";
import { Button } from "#app/ui/button.tsx";
import { trash } from "#app/ui/glyphs.ts";
import type { TrashedEntry } from "./trash.contract.ts";
import { eraseFromTrash, restoreFromTrash, trashList } from "./trash.queries.ts";
import { TrashRow } from "./trash-row.tsx";

const keyOf = ({ kind, id }: TrashedEntry) => `${kind}:${id}`;

/** Everything deleted in the last 30 days, to be restored or erased for good. */
export default function TrashListPage() {
  const { data, error, refetch } = useQuery(trashList());
  const client = useQueryClient();
  const [asked, setAsked] = useState<TrashedEntry>();
  // A restored entry reappears in another list, so every list is reloaded.
  const reload = () => client.invalidateQueries();
  const { isBusy, run } = useBusy();
  const restore = (entry: TrashedEntry): Promise<void> =>
    run(keyOf(entry), async () => {
      await restoreFromTrash(entry);
      showSuccess(`“${entry.title}” is back in its place.`);
      focusHeading();
      await reload();
    }).catch((reason) => showFailure(`“${entry.title}” could not be restored.`, reason, () => restore(entry)));
  const erase = (entry: TrashedEntry): Promise<void> =>
    run(keyOf(entry), async () => {
      await eraseFromTrash(entry);
      showSuccess(`“${entry.title}” is deleted for good.`);
      focusHeading();
      await reload();
    }).catch((reason) => showFailure(`“${entry.title}” could not be deleted.`, reason, () => erase(entry)));
  return (
    <>
      <AdminList
        heading="Trash"
        subline="What is deleted stays here for 30 days and can come back as it was."
        empty={{ text: "The trash is empty." }}
        entries={data}
        error={error}
        onRetry={refetch}
        layout="rows"
        keyOf={keyOf}
      >
        {(entry) => (
          <TrashRow
            entry={entry}
            isBusy={isBusy(keyOf(entry))}
            onRestore={() => restore(entry)}
            onErase={() => setAsked(entry)}
          />
        )}
      </AdminList>
      <EraseDialog entry={asked} onClose={() => setAsked(undefined)} onErase={erase} />
    </>
  );
}

interface EraseDialogProps {
  entry: TrashedEntry | undefined;
  onClose: () => void;
  onErase: (entry: TrashedEntry) => void;
}

function EraseDialog({ entry, onClose, onErase }: EraseDialogProps) {
  // The dialog keeps its text while it fades out.
  const [shown, setShown] = useState(entry);
  if (entry && entry !== shown) setShown(entry);
  return (
    <Dialog isOpen={entry !== undefined} title="Delete for good?" onClose={onClose}>
      <p className="muted">“{shown?.title}” and its history will be erased. This cannot be undone.</p>
      <DialogActions>
        <Button kind="line" size="office" label="Keep it" onClick={onClose} />
        <Button
          kind="danger"
          size="office"
          glyph={trash}
          label="Delete for good"
          onClick={() => {
            onClose();
            if (entry) onErase(entry);
          }}
        />
      </DialogActions>
    </Dialog>
  );
}
