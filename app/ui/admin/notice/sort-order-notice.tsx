import type { Move } from "../list/use-sort-order.ts";
import { focusHeading } from "../screen/screen.tsx";
import { showFailure, showToast } from "./toast.tsx";

const toastId = "order-moved";

/** Shows a toast that an entry was moved, with Undo. `undo` must also reload the list. */
export function showMovedToast({ name }: Pick<Move, "name">, undo: () => Promise<unknown>): void {
  const takeBack = async () => {
    focusHeading();
    try {
      await undo();
      showToast({ id: toastId, kind: "success", text: "Move undone." });
    } catch (error) {
      showFailure("The move could not be undone.", error, takeBack);
    }
  };
  showToast({
    id: toastId,
    kind: "success",
    title: "Moved",
    text: `“${name}” has been moved.`,
    actions: [{ label: "Undo", onClick: takeBack }],
  });
}
