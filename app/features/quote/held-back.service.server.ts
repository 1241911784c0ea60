import { queueMail } from "#app/features/mail/outbox.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { findSetting, replaceSetting } from "#app/platform/setting.repository.server.ts";
import { newestSuspected } from "./quote.repository.server.ts";

/** When the office was last told how many messages are held back (ISO 8601), and the number of the newest one it was told of. */
const toldSetting = "heldBackTold";
const dayMs = 24 * 60 * 60_000;

/**
 * Nobody is mailed about a suspected message, so once a day at most the office is told how many there are: a hasty lead is
 * not lost from sight. The mail's `subject` is the number of the message after which it counts.
 */
export async function tellOfHeldBack(deps: Pick<Deps, "db" | "now" | "mailer" | "config">): Promise<void> {
  const { db, now, mailer } = deps;
  if (!mailer) return;
  const told = await findSetting(db, toldSetting);
  const [at = "", after = "0"] = told?.split(" ") ?? [];
  const sinceMs = now().getTime() - Date.parse(at);
  // A moment that lies ahead was set by a clock that has been put back since.
  if (sinceMs >= 0 && sinceMs < dayMs) return;
  const newest = await newestSuspected(db);
  if (newest === undefined || newest <= Number(after)) return;
  await db.transaction().execute(async (trx) => {
    // Of several processes that look at once, one tells.
    if (await replaceSetting(trx, toldSetting, told, `${now().toISOString()} ${newest}`))
      await queueMail(deps, trx, after, [{ kind: "held-back" }]);
  });
}
