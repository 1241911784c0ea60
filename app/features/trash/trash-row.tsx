import { contentTypes } from "#app/platform/content/content-types.ts";
import { capitalised } from "#app/shared/content-type.ts";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { SelectBox } from "#app/ui/admin/control/select-box.tsx";
import { Time } from "#app/ui/admin/inbox/inbox.tsx";
import { trash, undo } from "#app/ui/glyphs.ts";
import type { TrashedEntry } from "./trash.contract.ts";
import styles from "./trash-row.module.css";

/** Labels of the kinds that can be in the trash. */
export const kinds: Record<string, string> = {
  ...Object.fromEntries(contentTypes.map(({ name, one }) => [name, capitalised(one)])),
  "project-detail": "Project detail",
  quote: "Quote",
  subscription: "Subscription",
};

interface TrashRowProps {
  entry: TrashedEntry;
  /** Whether it is being restored or erased. */
  isBusy: boolean;
  onRestore: () => void;
  onErase: () => void;
}

export function TrashRow({ entry, isBusy, onRestore, onErase }: TrashRowProps) {
  const { kind, id, title, inside, deletedAt, eraseAt } = entry;
  const headingId = `${kind}-${id}`;
  return (
    <article className={`framed lively stack ${styles.row}`} aria-busy={isBusy || undefined}>
      <div className={`stack gap-2 ${styles.what}`}>
        <h2 id={headingId} className="row-title" dir="auto">
          {title || "Untitled"}
        </h2>
        <p className="meta">
          {kinds[kind] ?? kind}
          {inside && <> of {inside}</>}
        </p>
      </div>
      <dl className={`meta wraps ${styles.dates}`}>
        <div>
          <dt>Deleted</dt>
          <dd>
            <Time at={deletedAt} />
          </dd>
        </div>
        <div>
          <dt>Erased for good</dt>
          <dd>
            <Time at={eraseAt} />
          </dd>
        </div>
      </dl>
      <div className={`wraps gap-8 ${styles.actions}`}>
        <SelectBox />
        <ActionButton glyph={undo} label="Restore" of={headingId} disabled={isBusy} onClick={onRestore} />
        <ActionButton
          glyph={trash}
          label="Delete for good"
          of={headingId}
          isDanger
          disabled={isBusy}
          onClick={onErase}
        />
      </div>
    </article>
  );
}
