import { createContext, use } from "react";
import { formatDistantTime } from "../text/format-time.ts";
import styles from "./draft-mark.module.css";

/** When an entry's draft is to be published, and why it was not. */
interface WaitingDraft {
  /** ISO 8601, UTC. */
  publishAt: string | null;
  failure: string | null;
}

/** The draft of the entry that is rendered inside, if it has one. */
export const EntryDraft = createContext<WaitingDraft | undefined>(undefined);

/** Badges of an entry in a list: it is unpublished, or has a draft that visitors do not see yet. */
export function DraftMark({ isUnpublished }: { isUnpublished: boolean }) {
  const draft = use(EntryDraft);
  return (
    <>
      {isUnpublished && <span className={`meta ${styles.draft}`}>Unpublished</span>}
      {draft && (
        <span className={`meta ${styles.draft} ${isOverdue(draft) ? styles.overdue : styles.waiting}`}>
          {textOf(draft)}
        </span>
      )}
    </>
  );
}

const isOverdue = ({ publishAt, failure }: WaitingDraft) =>
  failure !== null || (publishAt !== null && Date.parse(publishAt) < Date.now() - 60_000);

function textOf(draft: WaitingDraft): string {
  if (isOverdue(draft)) return "Draft overdue";
  return draft.publishAt ? `Draft, ${formatDistantTime(draft.publishAt)}` : "Draft waiting";
}
