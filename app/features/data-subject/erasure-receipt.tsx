import { useEffect, useRef } from "react";
import { offer } from "#app/browser/office-file.ts";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { CopyField } from "#app/ui/admin/control/copy-field.tsx";
import { download } from "#app/ui/glyphs.ts";
import type { Receipt } from "./data-subject.contract.ts";
import styles from "./erasure-receipt.module.css";

/** What was erased, to be copied or saved as a file: none of it is stored. */
export function ErasureReceipt({ receipt }: { receipt: Receipt }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = receiptText(receipt);
  return (
    <div className={`stack gap-12 ${styles.receipt}`}>
      <h3 ref={heading} className={styles.heading} tabIndex={-1}>
        {isNothing(receipt) ? "No visitor’s data is stored for this address" : "Erased"}
      </h3>
      <CopyField label="Receipt" value={text} />
      <div>
        <ActionButton
          glyph={download}
          label="Download"
          onClick={() =>
            offer(new Blob([text], { type: "text/plain" }), `erasure-${receipt.erasedAt.slice(0, 10)}.txt`)
          }
        />
      </div>
    </div>
  );
}

const isNothing = ({ erased: { quotes, subscriptions, approvals, invitations } }: Receipt): boolean =>
  quotes + subscriptions + approvals + invitations === 0;

function receiptText(receipt: Receipt): string {
  const { email, erasedAt, erased, vacuumOn } = receipt;
  return [
    "Erasure receipt",
    `E-mail address: ${email}`,
    `Erased at: ${erasedAt} (UTC)`,
    `Messages: ${erased.quotes}`,
    `Subscriptions: ${erased.subscriptions}`,
    `Mails about them: ${erased.mails}`,
    `Answers kept for their forms: ${erased.keys}`,
    `Links for approval: ${erased.approvals}`,
    `Invitations: ${erased.invitations}`,
    ...(isNothing(receipt) ? ["What an earlier erasure has counted is not counted again."] : []),
    "Gone at once from the site, its searches, exports and new backups.",
    vacuumOn === null
      ? "Storage: PostgreSQL frees the space of deleted rows at its next VACUUM, which it runs by itself, and overwrites it when it is used again. VACUUM FULL removes it at once."
      : `Storage: gone from the database file after the night to ${vacuumOn}.`,
    "Earlier backups still contain the data until they are replaced.",
  ].join("\n");
}
