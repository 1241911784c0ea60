import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ActionButton } from "#app/ui/admin/action-button.tsx";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { BulkBar } from "#app/ui/admin/bulk-bar.tsx";
import { showBulkToast } from "#app/ui/admin/bulk-notice.tsx";
import { Dialog, DialogActions } from "#app/ui/admin/dialog.tsx";
import { focusHeading } from "#app/ui/admin/screen.tsx";
import { useListKeys } from "#app/ui/admin/select-box.tsx";
import { showFailure, showSuccess } from "#app/ui/admin/toast.tsx";
import { useBusy } from "#app/ui/admin/use-busy.ts";
import { useSelection } from "#app/ui/admin/use-selection.ts";
import { Button } from "#app/ui/button.tsx";
import { trash, undo } from "#app/ui/glyphs.ts";
import type { TrashedEntry } from "./trash.contract.ts";
import { changeTrash, eraseFromTrash, restoreFromTrash, trashList } from "./trash.queries.ts";
import { TrashRow } from "./trash-row.tsx";

const keyOf = ({ kind, id }: TrashedEntry) => `${kind}:${id}`;

/** Everything deleted in the last 30 days, to be restored or erased for good. */
export default function TrashListPage() {
  const { data, error, refetch } = useQuery(trashList());
  const [asked, setAsked] = useState<TrashedEntry[]>([]);
  const shown = data?.map(keyOf) ?? [];
  const selected = useSelection("", shown);
  const count = selected.countOf(undefined);
  const chosen = () => (data ?? []).filter((entry) => selected.has(keyOf(entry)));
  useListKeys(selected.toggle);
  const { isBusy, restore, erase, restoreMany, eraseMany } = useTrashActions(selected.clear);
  return (
    <>
      <AdminList
        heading="Trash"
        subline="Deleted entries stay here for 30 days and can be restored."
        bar={
          shown.length > 0 && (
            <BulkBar selected={selected} count={count} shown={shown.length}>
              <ActionButton
                glyph={undo}
                label="Restore selected"
                disabled={isBusy("many")}
                onClick={() => restoreMany(chosen())}
              />
              <ActionButton
                glyph={trash}
                label="Delete selected for good"
                isDanger
                disabled={isBusy("many")}
                onClick={() => setAsked(chosen())}
              />
            </BulkBar>
          )
        }
        selecting={{ has: selected.has, toggle: selected.toggle, nameOf: ({ title }) => title || "Untitled" }}
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
            onErase={() => setAsked([entry])}
          />
        )}
      </AdminList>
      <EraseDialog
        entries={asked}
        onClose={() => setAsked([])}
        onErase={([entry, ...others]) => entry && (others.length > 0 ? eraseMany([entry, ...others]) : erase(entry))}
      />
    </>
  );
}

/** Restores and erases; what fails is reported with an offer to retry. */
function useTrashActions(clearSelection: () => void) {
  const client = useQueryClient();
  // What comes back appears in a list of its own, so every list is read again.
  const reload = () => client.invalidateQueries();
  const { isBusy, run } = useBusy();
  const restore = (entry: TrashedEntry): Promise<void> =>
    run(keyOf(entry), async () => {
      await restoreFromTrash(entry);
      showSuccess(`“${entry.title}” has been restored.`);
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
  const restoreMany = (entries: TrashedEntry[]): Promise<void> =>
    run("many", async () => {
      const { changed, failure } = await changeTrash("restore", entries);
      clearSelection();
      showBulkToast({
        id: crypto.randomUUID(),
        changed: changed.length,
        failure,
        what: counted,
        done: changed.length === 1 ? "has been restored" : "have been restored",
        undo: async () => {
          const back = await changeTrash("delete", changed);
          return { undone: back.changed.length, left: back.left };
        },
        reload,
      });
      await reload();
    }).catch((reason) => showFailure("The entries could not be restored.", reason, () => restoreMany(entries)));
  const eraseMany = (entries: TrashedEntry[]): Promise<void> =>
    run("many", async () => {
      const { changed, failure } = await changeTrash("erase", entries);
      clearSelection();
      const outcome = { id: crypto.randomUUID(), changed: changed.length, failure };
      showBulkToast({ ...outcome, what: counted, done: "deleted for good", reload });
      focusHeading();
      await reload();
    }).catch((reason) => showFailure("The entries could not be deleted.", reason, () => eraseMany(entries)));
  return { isBusy, restore, erase, restoreMany, eraseMany };
}

const counted = (count: number) => (count === 1 ? "1 entry" : `${count.toLocaleString("en-GB")} entries`);

interface EraseDialogProps {
  /** Empty: no prompt is open. */
  entries: TrashedEntry[];
  onClose: () => void;
  onErase: (entries: TrashedEntry[]) => void;
}

function EraseDialog({ entries, onClose, onErase }: EraseDialogProps) {
  // Its words stay while it fades.
  const [shown, setShown] = useState(entries);
  if (entries.length > 0 && entries !== shown) setShown(entries);
  const [first, ...others] = shown;
  return (
    <Dialog isOpen={entries.length > 0} title="Delete for good?" onClose={onClose}>
      <p className="muted">
        {others.length > 0
          ? `${counted(shown.length)} and their history will be erased.`
          : `“${first?.title}” and its history will be erased.`}{" "}
        This cannot be undone.
      </p>
      <DialogActions>
        <Button kind="line" size="office" label="Keep it" onClick={onClose} />
        <Button
          kind="danger"
          size="office"
          glyph={trash}
          label="Delete for good"
          onClick={() => {
            onClose();
            onErase(entries);
          }}
        />
      </DialogActions>
    </Dialog>
  );
}
