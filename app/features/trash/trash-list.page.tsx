import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { randomKey } from "#app/shared/random-key.ts";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { useListKeys } from "#app/ui/admin/control/select-box.tsx";
import { SelectField } from "#app/ui/admin/control/select-field.tsx";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { ConfirmDialog } from "#app/ui/admin/dialog/confirm-dialog.tsx";
import { useFilter } from "#app/ui/admin/inbox/inbox-filter.tsx";
import { AdminList } from "#app/ui/admin/list/admin-list.tsx";
import { BulkBar } from "#app/ui/admin/list/bulk-bar.tsx";
import { listError, ShowMore } from "#app/ui/admin/list/show-more.tsx";
import { useSelection } from "#app/ui/admin/list/use-selection.ts";
import { showBulkToast } from "#app/ui/admin/notice/bulk-notice.tsx";
import { reloadIfUnanswered } from "#app/ui/admin/notice/failure-kind.ts";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { focusHeading } from "#app/ui/admin/screen/screen.tsx";
import { trash, undo } from "#app/ui/glyphs.ts";
import type { TrashAction, TrashedEntry } from "./trash.contract.ts";
import { changeTrash, eraseFromTrash, restoreFromTrash, trashList, wholeTrash } from "./trash.queries.ts";
import styles from "./trash-list.page.module.css";
import { kinds, TrashRow } from "./trash-row.tsx";

const keyOf = ({ kind, id }: TrashedEntry) => `${kind}:${id}`;

const choices = [{ value: "", label: "All" }, ...Object.entries(kinds).map(([value, label]) => ({ value, label }))];

/** Everything deleted in the last 30 days, to be restored or erased for good. */
export default function TrashListPage() {
  const { kind, filter, query, entries, total, selected, chosen } = useTrash();
  const [asked, setAsked] = useState<Chosen>();
  const { isBusy, restore, erase, restoreMany, eraseMany } = useTrashActions(selected.clear);
  useListKeys(selected.toggle);
  return (
    <>
      <AdminList
        heading="Trash"
        subline="Deleted entries stay here for 30 days and can be restored."
        bar={
          <>
            {entries && (filter.isOn || entries.length > 0) && (
              <KindFilter kind={kind} total={total} onChange={(value) => filter.set("kind", value)} />
            )}
            {entries && entries.length > 0 && (
              <BulkBar selected={selected} count={chosen.count} shown={entries.length} total={total}>
                <ActionButton
                  glyph={undo}
                  label="Restore selected"
                  disabled={isBusy("many")}
                  onClick={() => restoreMany(chosen)}
                />
                <ActionButton
                  glyph={trash}
                  label="Delete selected for good"
                  isDanger
                  disabled={isBusy("many")}
                  onClick={() => setAsked(chosen)}
                />
              </BulkBar>
            )}
          </>
        }
        selecting={{ has: selected.has, toggle: selected.toggle, nameOf: ({ title }) => title || "Untitled" }}
        empty={{ text: kind === "" ? "The trash is empty." : "Nothing of this kind is in the trash." }}
        entries={entries}
        error={listError(query)}
        onRetry={query.refetch}
        layout="rows"
        keyOf={keyOf}
        foot={<ShowMore query={query} />}
      >
        {(entry) => (
          <TrashRow
            entry={entry}
            isBusy={isBusy(keyOf(entry))}
            onRestore={() => restore(entry)}
            onErase={() => setAsked({ count: 1, first: entry, load: async () => [entry] })}
          />
        )}
      </AdminList>
      <ConfirmDialog
        title="Delete for good?"
        label="Delete for good"
        glyph={trash}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined);
          if (asked) void (asked.count > 1 || !asked.first ? eraseMany(asked) : erase(asked.first));
        }}
      >
        {asked && `${namedWithHistory(asked)} will be erased. This cannot be undone.`}
      </ConfirmDialog>
    </>
  );
}

/** Entries to be changed, loaded or not. */
interface Chosen {
  count: number;
  first: TrashedEntry | undefined;
  load: () => Promise<TrashedEntry[]>;
}

/** The trash as far as it is loaded, filtered by the kind in the URL, and what is selected of it. */
function useTrash() {
  const filter = useFilter(["kind"], "entries");
  const kind = Object.hasOwn(kinds, filter.values.kind) ? filter.values.kind : "";
  const query = useInfiniteQuery(trashList(kind));
  const total = query.data?.pages.at(-1)?.total;
  const entries = query.data?.pages.flatMap(({ data }) => data);
  const selected = useSelection(kind, entries?.map(keyOf) ?? []);
  const isChosen = (entry: TrashedEntry) => selected.has(keyOf(entry));
  const shown = (entries ?? []).filter(isChosen);
  // What was deleted after the newest one shown was not selected by anybody.
  const until = entries?.find((entry) => keyOf(entry) === selected.first)?.deletedAt ?? "";
  const wasThere = ({ deletedAt }: TrashedEntry) => deletedAt <= until;
  const load = async () =>
    selected.selection.isAll ? (await wholeTrash(kind)).filter(wasThere).filter(isChosen) : shown;
  const chosen: Chosen = { count: selected.countOf(total), first: shown[0], load };
  return { kind, filter, query, entries, total, selected, chosen };
}

interface KindFilterProps {
  kind: string;
  total: number | undefined;
  onChange: (kind: string) => void;
}

function KindFilter({ kind, total, onChange }: KindFilterProps) {
  return (
    <search className={`wraps gap-12-20 ${styles.filter}`} aria-label="Filter of the trash">
      <SelectField
        className={styles.kind}
        label="Kind"
        value={kind}
        options={choices}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className={`line muted ${styles.count}`} role="status">
        {total !== undefined && counted(total)}
      </p>
    </search>
  );
}

/** Restores and erases; what fails is reported with an offer to retry. */
function useTrashActions(clearSelection: () => void) {
  const client = useQueryClient();
  // What comes back appears in a list of its own, so every list is read again.
  const reload = () => client.invalidateQueries();
  const { isBusy, attempt } = useBusy();
  const one =
    (move: (entry: TrashedEntry) => Promise<unknown>, done: string, failed: string) => (entry: TrashedEntry) =>
      attempt(keyOf(entry), `“${entry.title}” ${failed}`, async () => {
        try {
          await move(entry);
          showSuccess(`“${entry.title}” ${done}`);
          focusHeading();
        } finally {
          // Also after a refusal: somebody else may have restored it.
          await reload();
        }
      });
  const restore = one(restoreFromTrash, "has been restored.", "could not be restored.");
  const erase = one(eraseFromTrash, "is deleted for good.", "could not be deleted.");
  const changeMany = async (action: TrashAction, chosen: Chosen) => {
    try {
      return await changeTrash(action, await chosen.load());
    } catch (error) {
      await reloadIfUnanswered(error, reload);
      throw error;
    }
  };
  const restoreMany = (chosen: Chosen): Promise<void> =>
    attempt("many", "The entries could not be restored.", async () => {
      const { changed, left, failure } = await changeMany("restore", chosen);
      clearSelection();
      showBulkToast({
        id: randomKey(),
        changed: changed.length,
        failure,
        what: counted,
        done: changed.length === 1 ? "has been restored" : "have been restored",
        note: left > 0 ? `${gone(left)}, or something else is in the place.` : undefined,
        undo: async () => {
          const back = await changeTrash("delete", changed);
          return { undone: back.changed.length, left: back.left };
        },
        reload,
      });
      focusHeading();
      await reload();
    });
  const eraseMany = (chosen: Chosen): Promise<void> =>
    attempt("many", "The entries could not be deleted.", async () => {
      const { changed, left, failure } = await changeMany("erase", chosen);
      clearSelection();
      const outcome = { id: randomKey(), changed: changed.length, failure };
      const note = left > 0 ? `${gone(left)}.` : undefined;
      showBulkToast({ ...outcome, what: counted, done: "deleted for good", note, reload });
      focusHeading();
      await reload();
    });
  return { isBusy, restore, erase, restoreMany, eraseMany };
}

const counted = (count: number) => (count === 1 ? "1 entry" : `${count.toLocaleString("en-GB")} entries`);
const gone = (count: number) => `${counted(count)} ${count === 1 ? "is" : "are"} no longer in the trash`;
const namedWithHistory = ({ count, first }: Chosen) =>
  count > 1 ? `${counted(count)} and their history` : `“${first?.title}” and its history`;
