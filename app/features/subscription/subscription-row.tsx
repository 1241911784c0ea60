import { mailTo } from "#app/shared/contact/mail-to.ts";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { DeleteButton, InboxRow, LeadActions, Time } from "#app/ui/admin/inbox/inbox.tsx";
import { MailLines } from "#app/ui/admin/inbox/mail-line.tsx";
import { mail as mailGlyph } from "#app/ui/glyphs.ts";
import type { Subscription } from "./subscription.contract.ts";
import styles from "./subscription-row.module.css";

export const states: Record<Subscription["state"], string> = {
  confirmed: "Confirmed",
  pending: "Pending",
  unconfirmed: "Unconfirmed",
  unsubscribed: "Unsubscribed",
};

const meanings: Record<Subscription["state"], string> = {
  confirmed: "gets the newsletter",
  pending: "confirmation requested, not answered yet",
  unconfirmed: "no mail has asked for a confirmation",
  unsubscribed: "has left",
};

const meaningOf = ({ state, canAsk }: Subscription): string =>
  state === "unconfirmed" && !canAsk ? "no mail server is set up to ask for a confirmation" : meanings[state];

interface SubscriptionRowProps {
  subscription: Subscription;
  isBusy: boolean;
  onAskAgain: () => void;
  onDelete: () => void;
}

export function SubscriptionRow({ subscription, isBusy, onAskAgain, onDelete }: SubscriptionRowProps) {
  const { slug, email, state, createdAt, confirmedAt, unsubscribedAt, canAsk, mail } = subscription;
  return (
    <InboxRow action={<DeleteButton of={slug} onClick={onDelete} />}>
      <div className={`stack gap-2 ${styles.who}`}>
        <h2 id={slug} className={styles.email}>
          <a href={mailTo(email)}>{email}</a>
        </h2>
        <p className="meta">
          <b className={styles[state]}>{states[state]}</b>, {meaningOf(subscription)}
        </p>
        <p className="meta">
          {createdAt && (
            <>
              Since <Time at={createdAt} />
            </>
          )}
          {confirmedAt && (
            <>
              , confirmed <Time at={confirmedAt} />
            </>
          )}
          {unsubscribedAt && (
            <>
              , left <Time at={unsubscribedAt} />
            </>
          )}
        </p>
        <MailLines mail={mail} of={slug} isBusy={isBusy} onRetry={canAsk ? onAskAgain : undefined} />
        <LeadActions of={slug} email={email}>
          {canAsk && (
            <ActionButton glyph={mailGlyph} label="Ask again" of={slug} disabled={isBusy} onClick={onAskAgain} />
          )}
        </LeadActions>
      </div>
    </InboxRow>
  );
}
