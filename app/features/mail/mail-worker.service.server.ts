import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "#app/platform/deps.ts";
import { mailboxKey } from "#app/platform/mailbox-key.server.ts";
import type { Address, Email } from "#app/platform/mailer.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { randomName } from "#app/platform/secret.server.ts";
import { isDatabaseUnavailable } from "#db/failures.ts";
import { kindsToVisitors } from "./outbox.repository.server.ts";
import type { Claim } from "./outbox-claim.repository.server.ts";
import * as outbox from "./outbox-claim.repository.server.ts";
import { longestPauseMs, maxAttempts, nextProbeMs, pauseMs } from "./retry-plan.service.server.ts";
import { asMailError, MailError } from "./smtp.service.server.ts";

/**
 * Renders an email from its lead at the moment it is sent. Null: there is no longer a reason to send it. `eventId`: the
 * event whose text the mail carries, if its lead has several.
 */
export type EmailTemplate = (deps: Deps, reference: string, eventId: number | null) => Promise<Email | null>;

export interface EmailTemplates {
  /** By kind of mail. */
  kinds: Record<string, EmailTemplate>;
  sender(deps: Deps): Promise<Address>;
}

/** Renewed every ten seconds. */
const leaseMs = 90_000;

/** How long to retry marking a mail as sent after a failure that is not the database's being away. */
const retryWriteMs = 60_000;

/**
 * Sends the mail in the outbox, one at a time. While the mail server is down, individual mails are not counted as
 * failed.
 */
export class MailWorker {
  readonly #deps: Deps;
  readonly #templates: EmailTemplates;
  readonly #monotonicMs: () => number;
  #isStopped = false;
  // A new process starts with a probe: mail that waits for the mail server may have waited for a long time, and is
  // tried first.
  #isServerDown = true;
  #probePauseMs = 0;
  #probeAtMs = 0;
  /** The mail with which the mail server went down last. */
  #suspect = 0;

  constructor(deps: Deps, templates: EmailTemplates, monotonicMs: () => number = () => performance.now()) {
    this.#deps = deps;
    this.#templates = templates;
    this.#monotonicMs = monotonicMs;
  }

  /** Sends what is due. `isUrgent`: also tries a mail server that was down a moment ago. */
  async sendDue(isUrgent = false): Promise<void> {
    if (!this.#deps.mailer) return;
    let mayProbe = isUrgent;
    while (!this.#isStopped && (!this.#isServerDown || mayProbe || this.#monotonicMs() >= this.#probeAtMs)) {
      const claimed = await this.#claim();
      if (!claimed) {
        // One that was seen down stays so until it takes a mail.
        this.#isServerDown &&= this.#probePauseMs > 0;
        return;
      }
      await this.#deliver(claimed);
      mayProbe = false;
    }
  }

  /** Stops after the current mail. */
  stop(): void {
    this.#isStopped = true;
  }

  #claim(): Promise<Claim | undefined> {
    const { db, now } = this.#deps;
    const claiming = {
      by: randomName(),
      now: now(),
      leaseUntil: this.#in(leaseMs),
      horizon: this.#in(longestPauseMs + leaseMs),
    };
    return this.#isServerDown ? outbox.claimProbe(db, claiming, this.#probePauseMs > 0) : outbox.claimDue(db, claiming);
  }

  async #deliver(claimed: Claim): Promise<void> {
    const { db } = this.#deps;
    const renew = () => outbox.renewLease(db, claimed, this.#in(leaseMs)).catch(() => {});
    const renewing = setInterval(renew, leaseMs / 9);
    try {
      const email = await this.#render(claimed);
      if (email) await this.#send(claimed, withoutTakers(email, claimed.job.takenBy));
      else await outbox.deleteClaimed(db, claimed);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      await (error.isServerFault ? this.#onServerDown(claimed, error) : this.#onRefused(claimed, error));
    } finally {
      clearInterval(renewing);
    }
  }

  async #render({ job: { kind, reference, eventId } }: Claim): Promise<Email | null> {
    const template = this.#templates.kinds[kind];
    if (!template) throw new MailError(`This release has no template for mail of kind ${kind}.`, false);
    return template(this.#deps, reference, eventId).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      this.#deps.log.error("email not rendered", { kind, reference, ...errorFacts(error) });
      throw new MailError("The email could not be rendered; the log says why.", false);
    });
  }

  async #send(claimed: Claim, email: Email): Promise<void> {
    const { db, now, log, mailer } = this.#deps;
    const { kind, reference, messageId, takenBy, attempts } = claimed.job;
    const from = await this.#templates.sender(this.#deps);
    const to = [email.to].flat();
    // Of several, the last who had not got it may no longer be one of them.
    const sending = to.length > 0 ? mailer?.send({ ...email, from, messageId, date: now() }) : undefined;
    const answer = await sending?.catch((error: unknown) => {
      throw asMailError(error);
    });
    const refused = answer ?? [];
    // The mail has been sent: only this row prevents it from being sent again.
    if (refused.length > 0) {
      const still = refused.map(mailboxKey);
      const taken = to.map(({ address }) => mailboxKey(address)).filter((key) => !still.includes(key));
      const everybody = [takenBy ?? [], taken].flat().join(" ");
      const problem = `The mail server refuses some of its recipients (${refused.join(", ")})`;
      const { dueAt } = this.#nextTry(attempts + 1);
      log.warn("mail refused in part", { kind, reference, refused: refused.length });
      await this.#retryWrite(() => outbox.markRefused(db, claimed, problem, now(), dueAt, everybody));
    } else {
      await this.#retryWrite(() => outbox.markSent(db, claimed, now()));
      log.info("mail sent", { kind, reference });
    }
    if (this.#isServerDown) await this.#onServerUp();
  }

  async #onRefused(claimed: Claim, error: MailError): Promise<void> {
    const { db, now, log } = this.#deps;
    log.warn("mail rejected", { kind: claimed.job.kind, reference: claimed.job.reference, error: error.message });
    const { dueAt, isOver } = this.#nextTry(claimed.job.attempts + 1);
    const isFinal = kindsToVisitors.includes(claimed.job.kind) && (isOver || error.isPermanent);
    await outbox.markRefused(db, claimed, error.message, now(), isFinal ? null : dueAt);
    if (this.#isServerDown) await this.#onServerUp();
  }

  async #onServerDown(claimed: Claim, error: MailError): Promise<void> {
    const { db, now, log } = this.#deps;
    this.#isServerDown = true;
    this.#suspect = claimed.job.id;
    this.#probePauseMs = nextProbeMs(this.#probePauseMs);
    this.#probeAtMs = this.#monotonicMs() + this.#probePauseMs;
    log.warn("mail server unavailable", { error: error.message });
    await outbox.release(db, claimed, error.message, now());
    await outbox.postponeDue(db, error.message, now(), (attempts) => this.#nextTry(attempts));
  }

  async #onServerUp(): Promise<void> {
    this.#isServerDown = false;
    this.#probePauseMs = 0;
    await outbox.resumePostponed(this.#deps.db, this.#deps.now(), this.#suspect);
  }

  async #retryWrite(write: () => Promise<void>): Promise<void> {
    const untilMs = this.#monotonicMs() + retryWriteMs;
    for (;;) {
      try {
        return await write();
      } catch (error) {
        const isOver = this.#monotonicMs() > untilMs && !isDatabaseUnavailable(error);
        // Claimed again, it would be sent twice: as long as the database is away, this process goes on.
        if (this.#isStopped || isOver) throw error;
        this.#deps.log.warn("mail sent but not yet marked as sent", errorFacts(error));
        await pause(250);
      }
    }
  }

  #nextTry(attempts: number): { dueAt: Date; isOver: boolean } {
    return { dueAt: this.#in(pauseMs(attempts)), isOver: attempts >= maxAttempts };
  }

  #in(ms: number): Date {
    return new Date(this.#deps.now().getTime() + ms);
  }
}

/** The mail without those of its recipients who have it already. */
function withoutTakers(email: Email, takenBy: string | null): Email {
  const takers = takenBy?.split(" ") ?? [];
  return { ...email, to: [email.to].flat().filter(({ address }) => !takers.includes(mailboxKey(address))) };
}
