import { setTimeout as pause } from "node:timers/promises";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { recoverOutbox } from "#app/features/mail/outbox.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { isDatabaseUnavailable } from "#db/failures.ts";
import { emailTemplates } from "./templates.service.server.ts";

const pollEveryMs = 1_000;
/** Longer than a slow mail server needs to accept a whole queue, one mail at a time, between two polls. */
const silenceMs = 30 * 60_000;
/** Grace period when the process ends. */
const lastMailMs = 5_000;

/**
 * Sends mail as soon as it is queued, and polls the outbox: failed mail becomes due again, and other processes queue
 * mail too.
 * @returns the function that stops it; the current mail gets a moment to finish
 */
export function startMailWorker(deps: Deps): () => Promise<void> {
  if (!deps.mailer) return async () => {};
  const mailWorker = new MailWorker(deps, emailTemplates);
  let isStopped = false;
  const beat = deps.heartbeats.start("mail", silenceMs);
  const run = async () => {
    let isRecovered = false;
    let isUrgent = false;
    while (!isStopped) {
      try {
        // Only an SQLite file is certain to be used by this process alone.
        if (!isRecovered) await recoverOutbox(deps, deps.config.databaseUrl === undefined);
        isRecovered = true;
        await mailWorker.sendDue(isUrgent);
        beat();
      } catch (error) {
        deps.log.error("mail worker failed", errorFacts(error));
        // What fails again and again counts as stopped. A database that is away is an alert of its own.
        if (isDatabaseUnavailable(error)) beat();
        await pause(pollEveryMs);
      }
      if (!isStopped) isUrgent = await deps.mailWakeSignal.wait(pollEveryMs);
    }
  };
  const running = run();
  return async () => {
    isStopped = true;
    mailWorker.stop();
    deps.mailWakeSignal.notify();
    await Promise.race([running, pause(lastMailMs)]);
  };
}
