import { useEffect } from "react";
import { areDraftsKept } from "#app/browser/admin-draft.ts";
import { leavesOnPurpose } from "#app/browser/login-data.ts";
import { hideToast, showFailure, showToast } from "../notice/toast.tsx";
import { focusHeading } from "../screen/screen.tsx";
import { formatTime } from "../text/format-time.ts";
import styles from "./draft-notice.module.css";

/** Discards what was typed. @returns a function that restores it */
type Discard = () => () => void;

const discardedId = "draft-discarded";
const leftId = "draft-left";

/** Shown below the fields: says that a draft is kept, and offers to discard it. */
export function DraftLine({ at, discard }: { at: number; discard: Discard | null }) {
  return (
    <div className={`cluster muted ${styles.line}`}>
      <p>Draft kept, {formatTime(at)}</p>
      {discard && (
        <button type="button" className={styles.discard} onClick={() => discardWithUndo(discard)}>
          Discard
        </button>
      )}
    </div>
  );
}

interface RestoredDraftProps {
  /** When the draft was typed, in milliseconds since the epoch. */
  at: number;
  /** Labels of the fields that others have changed since. */
  news: string[];
  discard: Discard;
}

/** Shown above the fields if they were filled from a draft. */
export function RestoredDraft({ at, news, discard }: RestoredDraftProps) {
  return (
    <div className={`cluster gap-4-20 remark ${styles.restored}`} role="status">
      <p>
        Your unsaved changes have been restored. Draft kept, {formatTime(at)}.
        {news.length > 0 && ` Saved by others since: ${news.join(", ")}.`}
      </p>
      <button type="button" className={styles.discard} onClick={() => discardWithUndo(discard)}>
        Discard it
      </button>
    </div>
  );
}

export function discardWithUndo(discard: Discard): void {
  const undo = discard();
  focusHeading();
  const bringBack = () => {
    focusHeading();
    undo();
  };
  showToast({
    id: discardedId,
    kind: "success",
    title: "Draft discarded",
    text: "The form shows the saved version again.",
    actions: [{ label: "Undo", onClick: bringBack }],
  });
}

/** Instead of the offer to bring the draft back. */
export const showNotDiscarded = (reason: Error): void =>
  showFailure("The draft was not discarded.", reason, () => {}, discardedId);

interface Unsaved {
  changed: React.RefObject<boolean>;
  draftAt: string;
}

/**
 * Leaving a changed form loses nothing, so there is no confirmation: a toast says that the changes are unsaved and
 * links back. Only where the browser cannot store drafts does closing the page ask for confirmation.
 */
export function useDraftNotice({ changed, draftAt }: Unsaved) {
  useEffect(() => {
    hideToast(leftId);
    const ask = (event: BeforeUnloadEvent) =>
      changed.current && !areDraftsKept() && !leavesOnPurpose() && event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => {
      removeEventListener("beforeunload", ask);
      if (changed.current) showDraftKeptToast(draftAt);
    };
  }, [changed, draftAt]);
}

function showDraftKeptToast(draftAt: string): void {
  const [address = ""] = draftAt.split("#");
  const isElsewhere = location.pathname !== address;
  showToast({
    id: leftId,
    kind: "success",
    title: "Not saved yet",
    text: `Draft kept, ${formatTime(Date.now())}. It is still in its form.`,
    actions: isElsewhere ? [{ label: "Back to it", to: address.replace(/^\/admin/i, "") || "/" }] : [],
  });
}
