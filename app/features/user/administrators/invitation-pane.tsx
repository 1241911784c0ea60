import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { Time } from "#app/ui/admin/inbox/inbox.tsx";
import { MailLines } from "#app/ui/admin/inbox/mail-line.tsx";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import type { Invitation } from "./administrator.contract.ts";
import styles from "./invitation-pane.module.css";

interface InvitationPaneProps {
  invitations: Invitation[] | undefined;
  error: Error | null;
  onRetry: () => void;
  onWithdraw: (invitation: Invitation) => void;
}

/** Pending invitations; renders nothing if there are none. */
export function InvitationPane({ invitations, error, onRetry, onWithdraw }: InvitationPaneProps) {
  if (error) return <Failure text="The open invitations could not be loaded." error={error} onRetry={onRetry} />;
  if (!invitations?.length) return null;
  return (
    <section className={styles.pane} aria-labelledby="open-invitations">
      <h2 id="open-invitations" className={`pane-heading ${styles.heading}`}>
        Open invitations
      </h2>
      <ul className="stack gap-12">
        {invitations.map((invitation) => (
          <li key={invitation.id} className={`cluster between gap-8-20 ${styles.invitation}`}>
            <div>
              <h3 id={`invitation-${invitation.id}`} className={styles.name}>
                {invitation.fullName}
              </h3>
              <p className="muted small breaks">
                {invitation.email}, the link works until <Time at={invitation.expiresAt} />
              </p>
              {invitation.mail && (
                <MailLines
                  mail={[invitation.mail]}
                  of={`invitation-${invitation.id}`}
                  isBusy={false}
                  onRetry={undefined}
                />
              )}
            </div>
            <ActionButton
              label="Withdraw"
              of={`invitation-${invitation.id}`}
              isDanger
              onClick={() => onWithdraw(invitation)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
