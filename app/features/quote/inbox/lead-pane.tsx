import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, useEffect, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { hasDraft } from "#app/browser/admin-draft.ts";
import { mailTo } from "#app/shared/contact/mail-to.ts";
import { phoneUri } from "#app/shared/contact/phone.ts";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { DeleteButton, LeadActions, Time } from "#app/ui/admin/inbox/inbox.tsx";
import { MailLines } from "#app/ui/admin/inbox/mail-line.tsx";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { isMissing } from "#app/ui/admin/notice/failure-kind.ts";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { alert, back, check, eye, eyeOff } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Lead } from "../quote.contract.ts";
import { otherFacts } from "../quote.form.ts";
import { forgetLead, leadView } from "../quote.queries.ts";
import { LeadHistory } from "./lead-history.tsx";
import styles from "./lead-pane.module.css";
import { LeadReply } from "./lead-reply.tsx";
import { LeadWork } from "./lead-work.tsx";
import { Age } from "./quote-line.tsx";
import type { QuoteActions } from "./use-quote-actions.tsx";

const sources = { quote: "Quote panel", contact: "Contact form" };

interface LeadPaneProps {
  slug: string;
  /** The filter, as in the URL. */
  search: string;
  actions: QuoteActions;
}

/** One message with everything staff know about it, at its own URL. Opening it marks it as read. */
export function LeadPane({ slug, search, actions }: LeadPaneProps) {
  const client = useQueryClient();
  const { data, error, refetch, isPlaceholderData } = useQuery(leadView(client, slug));
  const isGone = isMissing(error);
  // What was loaded before it was deleted is still there.
  const lead = isGone ? undefined : data;
  const wasThere = useRef(false);
  if (lead) wasThere.current = true;
  useEffect(() => {
    if (isGone) forgetLead(client, slug);
  }, [client, slug, isGone]);
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useLocation();
  const isThere = lead !== undefined;
  const isAsked = state?.keepsFocus === true;
  // On the first screen of a visit, focus stays where the browser puts it.
  useEffect(() => {
    if (isThere && isAsked) heading.current?.focus({ preventScroll: true });
  }, [isThere, isAsked]);
  useEffect(() => {
    if (matchMedia("(max-width: 1023.98px)").matches) scrollTo(0, 0);
  }, []);
  useReading(isPlaceholderData ? undefined : lead, actions);
  return (
    <section className={`stack gap-14 framed ${styles.pane}`} aria-labelledby={isThere ? "lead-name" : undefined}>
      <BackLink search={search} />
      {isGone && <Gone slug={slug} wasThere={wasThere.current} />}
      {error && !isGone && <Failure text="The message could not be loaded." error={error} onRetry={refetch} />}
      {!lead && !error && <Placeholder layout="form" />}
      {lead && (
        <>
          <h2 ref={heading} id="lead-name" className={styles.name} tabIndex={-1} dir="auto">
            {lead.fullName}
          </h2>
          <Contact lead={lead} />
          <LeadReply key={`reply ${slug}`} lead={lead} actions={actions} />
          <Marks lead={lead} actions={actions} />
          {lead.isSpam && lead.spamReason && <p className={styles.spam}>Spam: {lead.spamReason}</p>}
          <p className={styles.message} dir="auto">
            {lead.message}
          </p>
          <MailLines
            mail={lead.mail.filter(({ kind }) => kind !== "quote-reply" && kind !== "quote-owner")}
            of="lead-name"
            isBusy={actions.isBusy(slug)}
            onRetry={() => actions.retryMail(lead)}
          />
          <LeadWork lead={lead} actions={actions} />
          <Earlier lead={lead} search={search} />
          <LeadHistory lead={lead} actions={actions} />
        </>
      )}
    </section>
  );
}

/** Once each time it is opened: if it is marked as unread meanwhile, it stays so. */
function useReading(lead: Lead | undefined, actions: QuoteActions): void {
  const isRead = useRef(false);
  useEffect(() => {
    if (!lead || isRead.current) return;
    isRead.current = true;
    if (lead.readAt === undefined) void actions.change(lead.slug, { isRead: true }, { isQuiet: true });
  });
}

/** `wasThere`: it was deleted while it was open or listed. */
function Gone({ slug, wasThere }: { slug: string; wasThere: boolean }) {
  return (
    <p role="alert">
      {wasThere ? "This message has been deleted meanwhile. " : "This message does not exist. "}
      It may be in the{" "}
      <Link className="text-link" to="/trash">
        Trash
      </Link>
      , or erased.
      {hasDraft(`/admin/quote/${slug}`) && " What you typed about it is kept for when it is restored."}
    </p>
  );
}

/** On a small screen: to where it was opened from or, if it is the first screen of a visit, to the list. */
function BackLink({ search }: { search: string }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  function goBack(event: MouseEvent) {
    // Going back keeps the scroll position.
    if (key === "default" || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(-1);
  }
  return (
    <Link className={`tap gap-10 ${styles.back}`} to={{ pathname: "/quote", search }} onClick={goBack}>
      <Icon of={back} small />
      Back
    </Link>
  );
}

function Contact({ lead }: { lead: Lead }) {
  const { email, phoneNumber, reference, source, createdAt } = lead;
  return (
    <>
      <p className={`wraps ${styles.contact}`}>
        <a href={mailTo(email)}>{email}</a>
        {phoneNumber && <a href={phoneUri(phoneNumber)}>{phoneNumber}</a>}
        {otherFacts(lead).map(([label, value]) => (
          <span key={label}>{`${label}: ${value}`}</span>
        ))}
      </p>
      <p className={`meta ${styles.meta}`}>
        <span className={styles.reference}>{reference}</span>, {sources[source]}, <Time at={createdAt} />
      </p>
    </>
  );
}

function Marks({ lead, actions }: { lead: Lead; actions: QuoteActions }) {
  const { slug, email, isSpam, readAt } = lead;
  const isUnread = readAt === undefined;
  return (
    <div className={`cluster between gap-4-12 ${styles.marks}`}>
      <LeadActions of="lead-name" email={email}>
        <ActionButton
          glyph={isUnread ? eye : eyeOff}
          label={isUnread ? "Mark read" : "Mark unread"}
          of="lead-name"
          disabled={actions.isChanging(slug, { isRead: isUnread })}
          onClick={() => actions.change(slug, { isRead: isUnread })}
        />
        <ActionButton
          glyph={isSpam ? check : alert}
          label={isSpam ? "Not spam" : "Spam"}
          of="lead-name"
          disabled={actions.isBusy(slug)}
          onClick={() => actions.spam(lead, !isSpam)}
        />
      </LeadActions>
      <DeleteButton of="lead-name" onClick={() => actions.askDelete(lead)} />
    </div>
  );
}

function Earlier({ lead: { earlier }, search }: { lead: Lead; search: string }) {
  if (earlier.length === 0) return null;
  return (
    <section className={`stack gap-14 ${styles.part}`} aria-labelledby="lead-earlier">
      <h3 id="lead-earlier" className={styles.title}>
        Wrote before
      </h3>
      <ul className={styles.earlier}>
        {earlier.map(({ slug, reference, message, createdAt }) => (
          <li key={slug}>
            <Link to={{ pathname: `/quote/${slug}`, search }} state={{ keepsFocus: true }} preventScrollReset>
              {reference}
            </Link>
            <span className="truncate grow muted">{message}</span>
            <time dateTime={createdAt}>
              <Age at={createdAt} />
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
