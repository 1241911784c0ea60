import type { ReactNode } from "react";
import { Time } from "#app/ui/admin/inbox/inbox.tsx";
import { Pane } from "#app/ui/admin/screen/pane.tsx";
import { alert, check, clock } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./health-pane.module.css";
import type { MailHealth } from "./mail.contract.ts";

/** Whether mail is being delivered and, if not, the mail server's error. */
export function HealthPane({ health }: { health: MailHealth }) {
  const { isConfigured, from, waiting, failed, trouble, lastError, lastSentAt } = health;
  if (!isConfigured)
    return (
      <Pane id="health" heading="Health">
        <HealthStatus
          kind="bad"
          text="No mail goes out: neither SMTP_HOST nor SMTP_URL is set. Everything else works. Messages are kept in the inbox, and newsletter addresses are stored as unconfirmed."
        />
      </Pane>
    );
  return (
    <Pane id="health" heading="Health">
      {trouble ? (
        <HealthStatus kind="bad" text={`Mail is held up. ${trouble}`} />
      ) : failed > 0 ? (
        <HealthStatus kind="good" text={`Mail is working. ${undeliverable(failed)}`} />
      ) : waiting > 0 ? (
        <HealthStatus kind="busy" text="Mail is on its way." />
      ) : (
        <HealthStatus kind="good" text="Mail is working. Nothing is waiting and nothing has failed." />
      )}
      {trouble && lastError && (
        <blockquote className={styles.answer}>
          <p>{lastError.message}</p>
          <footer>
            The mail server’s response, <Time at={lastError.at} />
          </footer>
        </blockquote>
      )}
      <dl className={styles.facts}>
        <Fact name="Sender">{from}</Fact>
        <Fact name="Waiting">{waiting.toLocaleString("en-GB")}</Fact>
        <Fact name="Failed">{failed.toLocaleString("en-GB")}</Fact>
        <Fact name="Last sent">{lastSentAt ? <Time at={lastSentAt} /> : "Never"}</Fact>
      </dl>
    </Pane>
  );
}

/** A mailbox that does not exist, or an outage that is over, is no trouble of the mail server. */
const undeliverable = (count: number) =>
  count === 1
    ? "One mail could not be delivered: why is below."
    : `${count.toLocaleString("en-GB")} mails could not be delivered: why is below.`;

const glyphs = { good: check, busy: clock, bad: alert };

function HealthStatus({ kind, text }: { kind: keyof typeof glyphs; text: string }) {
  return (
    <p className={`${styles.verdict} ${styles[kind]}`} role="status">
      <Icon of={glyphs[kind]} />
      {text}
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
