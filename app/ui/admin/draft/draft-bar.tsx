import { type FormEvent, useState } from "react";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { external } from "#app/ui/glyphs.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { Dialog, DialogActions } from "../dialog/dialog.tsx";
import { WarningLine } from "../notice/warning-line.tsx";
import { formatMoment, formatTime, toDateTimeLocal } from "../text/format-time.ts";
import styles from "./draft-bar.module.css";

interface ShownDraft {
  author: string;
  /** ISO 8601, UTC. */
  savedAt: string;
  publishAt: string | null;
  failure: string | null;
  /** When the server said so, in milliseconds since the epoch. */
  seenAt: number;
}

interface DraftBarProps {
  draft: ShownDraft | null;
  isSaving: boolean;
  /** Why the draft is not on the server, as a sentence. */
  problem: string | null;
  /** Whether there is something to save or to publish. */
  canSave: boolean;
  canPublish: boolean;
  /** What publishing waits for, as a sentence. */
  waits: string | null;
  onSave: () => void;
  /** `null`: without a time. */
  onSchedule: (publishAt: string | null) => void;
  onPreview: () => void;
  onDiscard: () => void;
  /** For what visitors see now: a stored entry. */
  live?: {
    /** What visitors see, as a sentence; shown without a draft. */
    state: string;
    /** Undefined: there is nothing to publish. */
    onPublish: (() => void) | undefined;
    onUnpublish: (() => void) | undefined;
    /** Path of its public page, if visitors see it. */
    page: string | undefined;
    isBusy: boolean;
  };
}

/** Below a form: keeps an edit as a draft on the server, and says when it will be published. */
export function DraftBar(props: DraftBarProps) {
  const { draft, isSaving, problem, canSave, canPublish, waits, onSave, onSchedule, onPreview, onDiscard, live } =
    props;
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={`cluster between gap-12-20 ${styles.bar}`} aria-label="Draft">
      <div className={`stack muted gap-4 ${styles.words}`} role="status">
        <p>
          {draft
            ? draftSummary(draft)
            : (live?.state ?? "Save draft keeps your changes without showing them to visitors.")}
        </p>
        {draft && isOverdue(draft) && <Overdue draft={draft} />}
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
      <div className={`cluster gap-12 ${styles.buttons}`}>
        <Button
          kind="line"
          label="Save draft"
          busyLabel="Saving"
          busy={isSaving}
          disabled={!canSave}
          onClick={onSave}
        />
        {live && (
          <Button kind="line" label="Publish now" disabled={!live.onPublish || live.isBusy} onClick={live.onPublish} />
        )}
        <Button kind="line" label="Publish at…" disabled={!canPublish} onClick={() => setAsking(true)} />
        {draft && <Button kind="line" label="Preview draft" onClick={onPreview} />}
        {draft && <Button kind="text" glyph={null} label="Discard draft" onClick={onDiscard} />}
        {live?.onUnpublish && (
          <Button kind="text" glyph={null} label="Unpublish" disabled={live.isBusy} onClick={live.onUnpublish} />
        )}
        {live?.page && (
          <LinkButton
            kind="text"
            glyph={external}
            label="View page"
            aria-label="View page (opens in a new tab)"
            href={live.page}
            target="_blank"
            rel="noopener"
          />
        )}
      </div>
      <TimeDialog
        isOpen={isAsking}
        draft={draft}
        waits={waits}
        onClose={() => setAsking(false)}
        onChoose={onSchedule}
      />
    </section>
  );
}

function draftSummary(draft: ShownDraft): string {
  const { savedAt, author, publishAt } = draft;
  const saved = `Draft saved, ${formatTime(savedAt)}${author && `, by ${author}`}.`;
  if (!publishAt || isOverdue(draft)) return saved;
  const isToCome = Date.parse(publishAt) > Date.now();
  return `${saved} It ${isToCome ? "will" : "was to"} be published ${formatMoment(publishAt)}.`;
}

/** Only if the server still had it after that time: what was seen before may have been published since. */
const isOverdue = ({ publishAt, failure, seenAt }: ShownDraft): boolean =>
  failure !== null || (publishAt !== null && Date.parse(publishAt) < seenAt - 60_000);

function Overdue({ draft: { publishAt, failure } }: { draft: ShownDraft }) {
  return (
    <WarningLine>
      Not published{publishAt && ` ${formatMoment(publishAt)}`}: {failure ?? "the time has passed."}
    </WarningLine>
  );
}

/** Above a form that shows a draft instead of what visitors see. */
export function DraftNotice({ draft }: { draft: ShownDraft }) {
  return (
    <div className="stack muted gap-4 remark">
      <p>This form shows a draft. Visitors still see the version before it.</p>
      {isOverdue(draft) && <Overdue draft={draft} />}
    </div>
  );
}

interface TimeDialogProps {
  isOpen: boolean;
  draft: ShownDraft | null;
  waits: string | null;
  onClose: () => void;
  onChoose: (publishAt: string | null) => void;
}

function TimeDialog({ isOpen, draft, waits, onClose, onChoose }: TimeDialogProps) {
  const [typed, setTyped] = useState<string>();
  const value = typed ?? (draft?.publishAt ? toDateTimeLocal(new Date(draft.publishAt)) : "");
  const at = new Date(value);
  const isTime = !Number.isNaN(at.getTime());
  const isPast = isTime && at.getTime() <= Date.now();
  const close = () => {
    setTyped(undefined);
    onClose();
  };
  const choose = (publishAt: string | null) => {
    close();
    onChoose(publishAt);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTime && !isPast) choose(at.toISOString());
  };
  return (
    <Dialog isOpen={isOpen} title="Publish at" onClose={close}>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Date and time"
          name="publishAt"
          type="datetime-local"
          hint={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. Until then the draft can still be changed.`}
          error={isPast ? "Choose a time that is still to come." : null}
          value={value}
          onChange={(event) => setTyped(event.target.value)}
        />
        {waits && <WarningLine>{waits}</WarningLine>}
        <DialogActions>
          <Button kind="line" label="Cancel" onClick={close} />
          {draft?.publishAt && <Button kind="line" label="Remove the time" onClick={() => choose(null)} />}
          <Button type="submit" kind="ink" label="Set the time" disabled={!isTime || isPast} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
