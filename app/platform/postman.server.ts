import { isDatabaseAway } from "#db/failures.ts";
import type { Deps } from "./deps.ts";
import { errorFacts } from "./log.ts";
import { asMailError, MailError } from "./mailer.server.ts";
import type { Address, Letter } from "./mailer.ts";
import type { Claim } from "./outbox-claim.repository.server.ts";
import * as outbox from "./outbox-claim.repository.server.ts";
import { longestPauseMs, mostAttempts, nextProbeMs, pauseMs } from "./retry-plan.ts";
import { randomName } from "./secret.server.ts";

/** Words a mail from its lead, at the moment it is sent. Nothing: there is no longer a reason to send it. */
export type Wording = (deps: Deps, subject: string) => Promise<Letter | null>;

export interface Letters {
  /** By the kind of the mail. */
  kinds: Record<string, Wording>;
  sender(deps: Deps): Promise<Address>;
}

const leaseMs = 30_000;

/** How long a sent mail insists on being marked when the database is away. */
const insistMs = 60_000;

/** Carries the outbox to the mail server, one mail after the other. A failure of the server is not held against each single mail. */
export class Postman {
  readonly #deps: Deps;
  readonly #letters: Letters;
  readonly #monotonicMs: () => number;
  #isStopped = false;
  // A process starts in doubt: what waits for the mail server may have waited for long, and is asked first.
  #isAway = true;
  #probePauseMs = 0;
  #probeAtMs = 0;

  constructor(deps: Deps, letters: Letters, monotonicMs: () => number = () => performance.now()) {
    this.#deps = deps;
    this.#letters = letters;
    this.#monotonicMs = monotonicMs;
  }

  /** Sends what is due. `isUrgent`: also asks a mail server that was away a moment ago. */
  async sendDue(isUrgent = false): Promise<void> {
    if (!this.#deps.mailer) return;
    let mayAsk = isUrgent;
    while (!this.#isStopped && (!this.#isAway || mayAsk || this.#monotonicMs() >= this.#probeAtMs)) {
      const claimed = await this.#claim();
      if (!claimed) {
        this.#isAway = false;
        return;
      }
      await this.#deliver(claimed);
      mayAsk = false;
    }
  }

  /** Ends after the mail that is under way. */
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
    return this.#isAway ? outbox.claimProbe(db, claiming, this.#probePauseMs > 0) : outbox.claimDue(db, claiming);
  }

  async #deliver(claimed: Claim): Promise<void> {
    const { db } = this.#deps;
    const renew = () => outbox.renewLease(db, claimed, this.#in(leaseMs)).catch(() => {});
    const renewing = setInterval(renew, leaseMs / 3);
    try {
      const letter = await this.#worded(claimed);
      if (letter) await this.#send(claimed, letter);
      else await outbox.deleteClaimed(db, claimed);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      await (error.isServerFault ? this.#serverIsAway(claimed, error) : this.#wasRefused(claimed, error));
    } finally {
      clearInterval(renewing);
    }
  }

  async #worded({ job: { kind, subject } }: Claim): Promise<Letter | null> {
    const wording = this.#letters.kinds[kind];
    if (!wording) throw new MailError(`This release sends no mail of the kind ${kind}.`, false);
    return wording(this.#deps, subject).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      this.#deps.log.error("a mail could not be worded", { kind, subject, ...errorFacts(error) });
      throw new MailError("The mail could not be worded; the log says why.", false);
    });
  }

  async #send(claimed: Claim, letter: Letter): Promise<void> {
    const { db, now, log, mailer } = this.#deps;
    const { kind, subject, messageId } = claimed.job;
    const from = await this.#letters.sender(this.#deps);
    await mailer?.send({ ...letter, from, messageId, date: now() }).catch((error: unknown) => {
      throw asMailError(error);
    });
    // The mail has left: only this row keeps it from leaving again.
    await this.#insist(() => outbox.markSent(db, claimed, now()));
    log.info("mail sent", { kind, subject });
    if (this.#isAway) await this.#serverIsBack();
  }

  async #wasRefused(claimed: Claim, error: MailError): Promise<void> {
    const { db, now, log } = this.#deps;
    log.warn("mail refused", { kind: claimed.job.kind, subject: claimed.job.subject, error: error.message });
    const next = error.isPermanent ? null : this.#nextTry(claimed.job.attempts + 1);
    await outbox.markRefused(db, claimed, error.message, now(), next);
    if (this.#isAway) await this.#serverIsBack();
  }

  async #serverIsAway(claimed: Claim, error: MailError): Promise<void> {
    const { db, now, log } = this.#deps;
    this.#isAway = true;
    this.#probePauseMs = nextProbeMs(this.#probePauseMs);
    this.#probeAtMs = this.#monotonicMs() + this.#probePauseMs;
    log.warn("mail server away", { error: error.message });
    await outbox.release(db, claimed, error.message, now());
    await outbox.postponeDue(db, error.message, now(), (attempts) => this.#nextTry(attempts));
  }

  async #serverIsBack(): Promise<void> {
    this.#isAway = false;
    this.#probePauseMs = 0;
    await outbox.wakeWaiting(this.#deps.db, this.#deps.now());
  }

  async #insist(write: () => Promise<void>): Promise<void> {
    const untilMs = this.#monotonicMs() + insistMs;
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (this.#isStopped || this.#monotonicMs() > untilMs) throw error;
        this.#deps.log.warn("a mail was sent and could not be marked yet", errorFacts(error));
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
  }

  #nextTry(attempts: number): Date | null {
    return attempts >= mostAttempts ? null : this.#in(pauseMs(attempts));
  }

  #in(ms: number): Date {
    return new Date(this.#deps.now().getTime() + ms);
  }
}
