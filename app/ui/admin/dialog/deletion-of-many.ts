import { randomKey } from "#app/shared/random-key.ts";
import { showBulkToast } from "../notice/bulk-notice.tsx";
import { hideToast } from "../notice/toast.tsx";
import { focusHeading } from "../screen/screen.tsx";
import type { Deletion } from "./confirm-delete.tsx";

interface DeletedMany {
  changed: number;
  /** Why it stopped before it was complete. */
  failure?: unknown;
  /** Brings them back. */
  undo: NonNullable<Deletion["undo"]>;
}

interface ManyProps extends Pick<Deletion, "reload"> {
  count: number;
  /** Count and noun: "3 messages". */
  what: (count: number) => string;
  remove: () => Promise<DeletedMany>;
}

/** The deletion of what is selected in a list. If only a part could be deleted, it is said how many. */
export function deletionOfMany({ count, what, remove, reload }: ManyProps): Deletion {
  const id = randomKey();
  let undo: DeletedMany["undo"] = async () => ({ undone: 0, left: 0 });
  return {
    id,
    name: what(count),
    count,
    remove: async () => {
      const deleted = await remove();
      undo = deleted.undo;
      if (!deleted.failure) return;
      // It says that all are deleted.
      focusHeading();
      hideToast(id);
      showBulkToast({ ...deleted, id, what, done: "deleted", reload });
    },
    undo: () => undo(),
    reload,
  };
}
