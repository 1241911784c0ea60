import { queueMail } from "#app/features/mail/outbox.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { findSetting, replaceSetting } from "#app/platform/setting.repository.server.ts";
import { newestSuspected } from "./quote.repository.server.ts";

/**
 * When the company was last notified of held-back messages (ISO 8601), and the id of the newest message it was told
 * about.
 */
const lastDigestSetting = "heldBackTold";
const dayMs = 24 * 60 * 60_000;

/**
 * Suspected messages trigger no email, so at most once a day a notification says how many there are: a real lead must
 * not be overlooked. The mail's reference is the id of the message after which it counts.
 */
export async function sendSpamDigest(deps: Pick<Deps, "db" | "now" | "mailer" | "config">): Promise<void> {
  const { db, now, mailer } = deps;
  if (!mailer) return;
  const lastDigest = await findSetting(db, lastDigestSetting);
  const [at = "", after = "0"] = lastDigest?.split(" ") ?? [];
  const sinceMs = now().getTime() - Date.parse(at);
  // A time in the future was set by a clock that has since been set back.
  if (sinceMs >= 0 && sinceMs < dayMs) return;
  const newest = await newestSuspected(db);
  if (newest === undefined || newest <= Number(after)) return;
  await db.transaction().execute(async (trx) => {
    // If several processes check at once, only one notifies.
    if (await replaceSetting(trx, lastDigestSetting, lastDigest, `${now().toISOString()} ${newest}`))
      await queueMail(deps, trx, after, [{ kind: "held-back" }]);
  });
}
