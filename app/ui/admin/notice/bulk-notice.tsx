import { focusHeading } from "../screen/screen.tsx";
import { reloadIfUnanswered } from "./failure-kind.ts";
import { showFailure, showSuccess, showToast } from "./toast.tsx";

interface BulkNotice {
  /** A later notice with the same id replaces this one. */
  id: number | string;
  changed: number;
  /** Why it stopped before it was complete. */
  failure?: unknown;
  /** Count and noun: "3 messages". */
  what: (count: number) => string;
  /** What was done: "marked as won". */
  done: string;
  /** A sentence about those that were left alone. */
  note?: string | undefined;
  /** Undoes the change; omitted if that is impossible. `left`: number of entries that somebody has changed since. */
  undo?: () => Promise<{ undone: number; left: number }>;
  reload: () => Promise<unknown>;
}

/** Shows a toast with the number of changed entries and Undo, also if only a part could be changed. */
export function showBulkToast({ id, changed, failure, what, done, note, undo, reload }: BulkNotice): void {
  const undoBulkChange = async (): Promise<void> => {
    if (!undo) return;
    focusHeading();
    try {
      const { undone, left } = await undo();
      const rest = `${what(left)} had been changed or erased since and ${left === 1 ? "stays so" : "stay so"}.`;
      const words = [undone > 0 && `${what(undone)} set back.`, left > 0 && rest].filter(Boolean).join(" ");
      showSuccess(words || "It has been undone.");
      await reload().catch(() => undefined);
    } catch (error) {
      showFailure("It could not be undone.", error, undoBulkChange);
      await reloadIfUnanswered(error, reload);
    }
  };
  if (failure) console.error("Bulk change stopped part-way", failure);
  showToast({
    id: toastOf(id),
    kind: failure ? "failure" : "success",
    ...(failure ? { title: "Only some were changed.", isLasting: true } : {}),
    text: [`${what(changed)} ${done}.`, note, failure instanceof Error && failure.message].filter(Boolean).join(" "),
    actions: undo && changed > 0 ? [{ label: "Undo", onClick: undoBulkChange }] : [],
  });
}

/** Replaces the notice that the same entry was taken off the site, which is no longer true. */
export const showPublished = (entry: { noun: string; slug: string }, title: string): void =>
  showToast({ id: toastOf(publishingOf(entry)), kind: "success", text: `“${title}” is published.` });

/** The id of notices about whether an entry is published. */
export const publishingOf = ({ noun, slug }: { noun: string; slug: string }): string => `${noun}/${slug}`;

const toastOf = (id: number | string): string => `bulk:${id}`;
