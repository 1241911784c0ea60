import type { ReactNode } from "react";
import { copy as copyGlyph, trash } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ActionButton } from "../control/action-button.tsx";
import { copyText } from "../control/copy-field.tsx";
import { SelectBox } from "../control/select-box.tsx";
import { showSuccess, showToast } from "../notice/toast.tsx";
import styles from "./inbox.module.css";

/** One lead: its parts side by side, stacked below the lg breakpoint. */
export function InboxRow({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <article className={`framed lively stack ${styles.row}`}>
      {children}
      <div className={styles.action}>
        <SelectBox />
        {action}
      </div>
    </article>
  );
}

interface LeadActionsProps {
  /** Id of the heading that identifies the lead. */
  of: string;
  email: string;
  children?: ReactNode;
}

/** The actions of a lead, below its content. */
export function LeadActions({ of, email, children }: LeadActionsProps) {
  async function copy() {
    if (await copyText(email)) showSuccess(`${email} has been copied.`);
    else
      showToast({
        kind: "failure",
        text: `Your browser blocked copying. The address is ${email}`,
        isLasting: true,
      });
  }
  return (
    <div className={`wraps ${styles.actions}`}>
      <ActionButton glyph={copyGlyph} label="Copy address" of={of} onClick={copy} />
      {children}
    </div>
  );
}

/** `of`: id of the heading that identifies the entry. */
export function DeleteButton({ of, onClick }: { of: string; onClick: () => void }) {
  return (
    <button type="button" className={`tap gap-10 ${styles.delete}`} aria-describedby={of} onClick={onClick}>
      <Icon of={trash} small />
      Delete
    </button>
  );
}

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** A date and time in the reader's time zone. `at` is ISO 8601. */
export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{moment.format(new Date(at))}</time>;
}
