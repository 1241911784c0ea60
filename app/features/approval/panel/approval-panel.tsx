import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { ConfirmDialog } from "#app/ui/admin/dialog/confirm-dialog.tsx";
import { MailLines } from "#app/ui/admin/inbox/mail-line.tsx";
import { showFailure, showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { WarningLine } from "#app/ui/admin/notice/warning-line.tsx";
import { formatDistantTime, formatMoment, formatTime } from "#app/ui/admin/text/format-time.ts";
import { Button } from "#app/ui/button.tsx";
import type { ApprovalLink, ApprovalNote } from "../approval.contract.ts";
import { approvalsOf, markApprovalNote, revokeApprovalLink, setApprovalRequired } from "../approval.queries.ts";
import styles from "./approval-panel.module.css";
import { AskDialog } from "./ask-dialog.tsx";
import { SpotsDialog } from "./spots-dialog.tsx";

interface ApprovalPanelProps {
  noun: string;
  slug: string;
  /** Names the state of the draft: what clients approved is looked up again when it changes. */
  state: string | undefined;
  /** Whether there is something to approve: a draft, or an entry that is not published. */
  canAsk: boolean;
  /**
   * Saves the draft; undefined while it holds all that the form says. What the client sees is what is saved.
   * @returns whether the server holds it
   */
  saveFirst?: (() => Promise<boolean>) | undefined;
  /** Returns the URL of a preview; `page`: with the texts of the site, where to show them. */
  previewPage: (page: string) => Promise<string | undefined>;
}

/** Below a form: links with which clients approve its draft, and what they answered. */
export function ApprovalPanel({ noun, slug, state, canAsk, saveFirst, previewPage }: ApprovalPanelProps) {
  const client = useQueryClient();
  const query = approvalsOf(noun, slug, state);
  const approvals = useQuery(query);
  /** Undefined until it is opened first; from then on it keeps what was typed. */
  const [isAsking, setAsking] = useState<boolean>();
  const [isJustSaved, setJustSaved] = useState(false);
  const [revoked, setRevoked] = useState<ApprovalLink>();
  const [shown, setShown] = useState<{ url: string; notes: ApprovalNote[] }>();
  const key = ["approval", noun, slug];
  /** How many marks are on their way. */
  const marking = useRef(0);
  const reload = () => {
    // An earlier answer than the last mark's would show that mark undone.
    if (marking.current > 0) return;
    void client.invalidateQueries({ queryKey: key });
    void client.invalidateQueries({ queryKey: ["quote", "today"] });
  };
  const run = (title: string, work: () => Promise<unknown>): void =>
    void work().then(reload, (error: unknown) => {
      reload();
      showFailure(title, error, () => run(title, work));
    });
  const mark = (id: number, isDone: boolean) =>
    run("This could not be marked.", async () => {
      marking.current += 1;
      try {
        // What is being loaded was requested before this mark.
        await client.cancelQueries({ queryKey: key });
        client.setQueryData(query.queryKey, (before) => before && withMark(before, id, isDone));
        await markApprovalNote(id, isDone);
      } finally {
        marking.current -= 1;
      }
    });
  const open = async ({ page, notes }: ApprovalLink) => {
    const url = await previewPage(page);
    if (url) setShown({ url, notes });
  };
  const revoke = (link: ApprovalLink) => {
    // The button that has the focus again after the question is about to go.
    requestAnimationFrame(() => document.getElementById(headingOf(link))?.focus());
    run("The link could not be revoked.", async () => {
      await revokeApprovalLink(link.id);
      showSuccess(`The link for ${link.name} is revoked.`);
    });
  };
  const ask = async () => {
    if (saveFirst && !(await saveFirst())) return;
    setJustSaved(saveFirst !== undefined);
    setAsking(true);
  };
  const { data, error } = approvals;
  const links = data?.links ?? [];
  if (!canAsk && links.length === 0) return null;
  return (
    <section className={`stack gap-12 ${styles.panel}`} aria-label="Client approval">
      <div className="cluster between gap-12-20">
        <h2 className={styles.heading}>Client approval</h2>
        {canAsk && <Button kind="line" label="Ask a client…" onClick={() => void ask()} />}
      </div>
      {error && (
        <WarningLine>
          The answers of clients could not be loaded.{" "}
          <ActionButton label="Try again" onClick={() => void approvals.refetch()} />
        </WarningLine>
      )}
      {canAsk && data?.waits && <WarningLine>{data.waits}</WarningLine>}
      {links.length > 0 && (
        <ul className="stack gap-16">
          {links.map((link) => (
            <li key={link.id} className={`wraps between gap-12-20 ${styles.link}`}>
              <Link
                link={link}
                isOver={!canAsk}
                onRequired={(isRequired) =>
                  run("This could not be changed.", () => setApprovalRequired(link.id, isRequired))
                }
                onRevoke={() => setRevoked(link)}
                onDone={mark}
                onShow={() => void open(link)}
              />
            </li>
          ))}
        </ul>
      )}
      {isAsking !== undefined && (
        <AskDialog
          {...{ noun, slug, isJustSaved }}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          onMade={reload}
        />
      )}
      <ConfirmDialog
        title="Revoke this link?"
        label="Revoke link"
        onClose={() => setRevoked(undefined)}
        onConfirm={() => {
          setRevoked(undefined);
          if (revoked) revoke(revoked);
        }}
      >
        {revoked && (
          <>
            {revoked.name} can no longer open it or answer
            {revoked.isRequired && ", and publishing no longer waits for this approval"}. The answers so far stay here.
            This cannot be undone; you can make another link.
          </>
        )}
      </ConfirmDialog>
      <SpotsDialog url={shown?.url} notes={shown?.notes ?? []} onClose={() => setShown(undefined)} />
    </section>
  );
}

function withMark<A extends { links: ApprovalLink[] }>(approvals: A, id: number, isDone: boolean): A {
  const doneAt = isDone ? new Date().toISOString() : null;
  const links = approvals.links.map(({ notes, ...link }) => ({
    ...link,
    notes: notes.map((note) => (note.id === id ? { ...note, doneAt } : note)),
  }));
  return { ...approvals, links };
}

const headingOf = ({ id }: ApprovalLink) => `approval-${id}`;

interface LinkProps {
  link: ApprovalLink;
  /** Whether nothing waits for an approval any more. */
  isOver: boolean;
  onRequired: (isRequired: boolean) => void;
  onRevoke: () => void;
  onDone: (note: number, isDone: boolean) => void;
  onShow: () => void;
}

function Link({ link, isOver, onRequired, onRevoke, onDone, onShow }: LinkProps) {
  const { name, notes, isRequired, revokedAt } = link;
  const heading = headingOf(link);
  return (
    <>
      <div className={styles.words}>
        <h3 id={heading} className={styles.name} tabIndex={-1} dir="auto">
          {name}
        </h3>
        <p className={link.answer === "approved" ? styles.good : link.answer === "none" ? undefined : styles.open}>
          {isOver && link.answer === "approved" ? "Approved." : answers[link.answer]}
        </p>
        <p className="small muted">{stateOf(link)}</p>
        {link.mail && !revokedAt && <MailLines mail={[link.mail]} of={heading} isBusy={false} onRetry={undefined} />}
      </div>
      <div className="wraps gap-8">
        {notes.some(({ spot }) => spot) && <ActionButton label="Show on the page" of={heading} onClick={onShow} />}
        {!revokedAt && (
          <ActionButton
            label={isRequired ? "Stop waiting" : "Wait for this approval"}
            of={heading}
            onClick={() => onRequired(!isRequired)}
          />
        )}
        {!revokedAt && <ActionButton label="Revoke link" of={heading} isDanger onClick={onRevoke} />}
      </div>
      {notes.length > 0 && (
        <ol className={`stack gap-12 ${styles.notes}`}>
          {notes.map((note, index) => (
            <li key={note.id} className={note.doneAt ? styles.done : undefined}>
              <Note note={note} number={index + 1} onDone={(isDone) => onDone(note.id, isDone)} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Note({ note, number, onDone }: { note: ApprovalNote; number: number; onDone: (isDone: boolean) => void }) {
  const { kind, name, text, spot, createdAt, doneAt } = note;
  return (
    <>
      <p className="small muted">
        {number}. {kinds[kind]}
        {name.trim() && <bdi>, {name}</bdi>}, {formatTime(createdAt)}
        {spot?.words && <bdi>, at “{spot.words}”</bdi>}
      </p>
      {text.trim() && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <label className={`tap gap-8 ${styles.check}`}>
        <input type="checkbox" checked={doneAt !== null} onChange={(event) => onDone(event.target.checked)} />
        Done <span className="vh">with answer {number}</span>
      </label>
    </>
  );
}

const kinds = { comment: "Comment", approved: "Approved", changes: "Asks for changes" } as const;

const answers = {
  none: "No answer yet.",
  approved: "Approved this version.",
  outdated: "Approved an earlier version: the draft has been changed since, so it no longer counts.",
  changes: "Asks for changes.",
} as const;

function stateOf({ author, createdAt, endsAt, hasEnded, revokedAt, isRequired }: ApprovalLink): string {
  const made = `Link made ${formatTime(createdAt)}${author && ` by ${author}`}`;
  if (revokedAt) return `${made}, revoked ${formatTime(revokedAt)}.`;
  const end = hasEnded ? `ended ${formatMoment(endsAt)}` : `open until ${formatDistantTime(endsAt)}`;
  return `${made}, ${end}.${isRequired ? " Publishing waits for it." : ""}`;
}
