import { useDraftText } from "#app/ui/admin/draft/use-draft-text.ts";
import { Time } from "#app/ui/admin/inbox/inbox.tsx";
import { MailLines } from "#app/ui/admin/inbox/mail-line.tsx";
import type { Lead, LeadEvent, LeadStatus } from "../quote.contract.ts";
import { addLeadNote, statusNames } from "../quote.queries.ts";
import styles from "./lead-pane.module.css";
import { LeadTextForm } from "./lead-text-form.tsx";
import type { QuoteActions } from "./use-quote-actions.tsx";

interface LeadHistoryProps {
  lead: Lead;
  actions: QuoteActions;
}

/** Notes, replies and changes, oldest first, and a field for the next note. */
export function LeadHistory({ lead, actions }: LeadHistoryProps) {
  return (
    <section className={`stack gap-14 ${styles.part}`} aria-labelledby="lead-history">
      <h3 id="lead-history" className={styles.title}>
        Notes and history
      </h3>
      {lead.history.length > 0 && (
        <ol className={styles.history}>
          {lead.history.map((event) => (
            <li key={event.id}>
              <Event event={event} isBusy={actions.isBusy(lead.slug)} onRetry={() => actions.retryMail(lead)} />
            </li>
          ))}
        </ol>
      )}
      <NoteForm slug={lead.slug} />
    </section>
  );
}

function Event({ event, isBusy, onRetry }: { event: LeadEvent; isBusy: boolean; onRetry: () => void }) {
  const { kind, text, author, createdAt, mail } = event;
  const isText = kind === "note" || kind === "reply";
  return (
    <>
      <p className={`meta ${styles.meta}`}>
        <b>{author || "A former administrator"}</b> {said(kind, text)}, <Time at={createdAt} />
      </p>
      {isText && (
        <p className={styles.said} dir="auto">
          {text}
        </p>
      )}
      {mail && <MailLines mail={[mail]} of="lead-name" isBusy={isBusy} onRetry={onRetry} />}
    </>
  );
}

function said(kind: LeadEvent["kind"], text: string): string {
  if (kind === "note") return "noted";
  if (kind === "reply") return "answered";
  if (kind === "status") return `set the status to ${statusNames[text as LeadStatus] ?? text}`;
  if (kind === "owner") return text ? `assigned it to ${text}` : "removed its owner";
  return text ? `set the next step: ${text}` : "removed the next step";
}

function NoteForm({ slug }: { slug: string }) {
  return (
    <LeadTextForm
      slug={slug}
      label="Private note"
      hint="Visible to administrators only, and erased with the message."
      rows={3}
      draft={useDraftText(`/admin/quote/${slug}#note`)}
      submit={{ kind: "line", label: "Add note", busyLabel: "Saving" }}
      savesByKey
      send={(text, key) => addLeadNote(slug, text, key)}
      failure="The note was not saved."
    />
  );
}
