import type { Deps } from "#app/platform/deps.ts";
import { errorFacts } from "#app/platform/log.ts";
import { tidyOutbox } from "#app/platform/outbox.server.ts";
import { Postman } from "#app/platform/postman.server.ts";
import { letters } from "./letters.ts";

const lookEveryMs = 1_000;
/** Longer than a whole queue takes that a slow mail server lets pass one by one between two looks. */
const silenceMs = 30 * 60_000;
/** At the end of the process. */
const lastMailMs = 5_000;

/**
 * Sends mail as soon as it is promised, and looks for itself now and then: what failed is due later, and other processes promise mail too.
 * @returns how to stop it; a mail that is under way is waited for a little
 */
export function startPost(deps: Deps): () => Promise<void> {
  if (!deps.mailer) return async () => {};
  const postman = new Postman(deps, letters);
  let isStopped = false;
  const beat = deps.heartbeats.start("mail", silenceMs);
  const run = async () => {
    let isTidy = false;
    let isUrgent = false;
    while (!isStopped) {
      try {
        // Only SQLite is surely this process's alone.
        if (!isTidy) await tidyOutbox(deps, deps.config.databaseUrl === undefined);
        isTidy = true;
        await postman.sendDue(isUrgent);
      } catch (error) {
        deps.log.error("the post has stumbled", errorFacts(error));
        await pause(lookEveryMs);
      }
      beat();
      if (!isStopped) isUrgent = await deps.mailBell.heard(lookEveryMs);
    }
  };
  const running = run();
  return async () => {
    isStopped = true;
    postman.stop();
    deps.mailBell.ring();
    await Promise.race([running, pause(lastMailMs)]);
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
