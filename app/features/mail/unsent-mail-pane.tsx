import { Link } from "react-router";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { Time } from "#app/ui/admin/inbox/inbox.tsx";
import { MailReason, mailKinds } from "#app/ui/admin/inbox/mail-line.tsx";
import { listError, type PagedQuery, ShowMore } from "#app/ui/admin/list/show-more.tsx";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { Pane, PaneList } from "#app/ui/admin/screen/pane.tsx";
import { undo } from "#app/ui/glyphs.ts";
import type { UnsentMail } from "./mail.contract.ts";
import styles from "./unsent-mail-pane.module.css";

interface UnsentMailPaneProps {
  query: {
    data: { pages: { data: UnsentMail[] }[] } | undefined;
    refetch: () => unknown;
  } & PagedQuery;
  isBusy: (reference: string) => boolean;
  onRetry: (reference: string) => void;
  onRetryAll: () => void;
}

/** Mail that has not been sent, with the reasons. */
export function UnsentMailPane({ query, isBusy, onRetry, onRetryAll }: UnsentMailPaneProps) {
  const error = listError(query);
  const data = query.data?.pages.flatMap((page) => page.data);
  return (
    <Pane
      id="unsent"
      heading="Not sent"
      lead="Mail to you is tried again by itself for as long as it takes, with growing pauses; other mail for three days. After that it waits for you, and acknowledgements to visitors are sent only one by one."
    >
      {error && <Failure text="The mails could not be loaded." error={error} onRetry={query.refetch} />}
      {!data && !error && <Placeholder layout="rows" />}
      {data?.length === 0 && <p className="small muted">No mail is held up.</p>}
      {data && data.length > 0 && (
        <>
          <PaneList>
            {data.map((mail) => (
              <li key={mail.id}>
                <Row mail={mail} isBusy={isBusy(mail.reference)} onRetry={() => onRetry(mail.reference)} />
              </li>
            ))}
          </PaneList>
          <ShowMore query={query} />
          <div>
            <ActionButton glyph={undo} label="Retry all" disabled={isBusy("")} onClick={onRetryAll} />
          </div>
        </>
      )}
    </Pane>
  );
}

function Row({ mail, isBusy, onRetry }: { mail: UnsentMail; isBusy: boolean; onRetry: () => void }) {
  const { id, kind, email, state, attempts, lastError, createdAt } = mail;
  const heading = `unsent-${id}`;
  const inbox = kind.startsWith("subscription") ? "subscription" : "quote";
  return (
    <>
      <div className={styles.words}>
        <h3 id={heading}>
          {mailKinds[kind] ?? kind}
          {email && (
            <>
              , <Link to={`/${inbox}?q=${encodeURIComponent(email)}`}>{email}</Link>
            </>
          )}
        </h3>
        <p className={state === "failed" ? styles.failed : "small muted"}>
          {state === "failed" ? "Failed" : "Waiting"} after {attempts === 1 ? "one try" : `${attempts} tries`}
        </p>
        {lastError && <MailReason text={lastError} />}
        <p className="small muted">
          From <Time at={createdAt} />
        </p>
      </div>
      <ActionButton glyph={undo} label="Retry" of={heading} disabled={isBusy} onClick={onRetry} />
    </>
  );
}
