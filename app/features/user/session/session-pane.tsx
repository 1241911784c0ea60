import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { Time } from "#app/ui/admin/inbox/inbox.tsx";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { focusPane, Pane, PaneList } from "#app/ui/admin/screen/pane.tsx";
import type { Session } from "../user.contract.ts";
import styles from "./session-pane.module.css";

interface SessionPaneProps {
  query: { data: Session[] | undefined; error: Error | null; refetch: () => unknown };
  onEnd: (id: number, device: string) => void;
}

export function SessionPane({ query: { data, error, refetch }, onEnd }: SessionPaneProps) {
  return (
    <Pane
      id="sessions"
      heading="Sessions"
      lead="Where you are logged in. End what you do not know, then change your password. A session ends by itself after 12 hours without use."
    >
      {error && <Failure text="The sessions could not be loaded." error={error} onRetry={refetch} />}
      {!data && !error && <Placeholder layout="rows" />}
      {data && (
        <PaneList>
          {data.map((session) => (
            <li key={session.id} className={styles.session}>
              <SessionRow
                session={session}
                onEnd={() => {
                  focusPane("sessions");
                  onEnd(session.id, session.device);
                }}
              />
            </li>
          ))}
        </PaneList>
      )}
    </Pane>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { id, device, createdAt, lastUsedAt, isCurrent } = session;
  const heading = `session-${id}`;
  return (
    <>
      <div>
        <h3 id={heading}>{device}</h3>
        <p className="small muted">
          Logged in <Time at={createdAt} />, last used <Time at={lastUsedAt} />
        </p>
      </div>
      {isCurrent ? (
        <p className={`line gap-10 ${styles.current}`}>This session</p>
      ) : (
        <ActionButton label="End" of={heading} isDanger onClick={onEnd} />
      )}
    </>
  );
}
