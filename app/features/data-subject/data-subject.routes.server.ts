import { insertActivity } from "#app/platform/activity.repository.server.ts";
import { recordErased } from "#app/platform/erased-people.server.ts";
import { markErasure, vacuumDay } from "#app/platform/erasure.server.ts";
import { office, route } from "#app/platform/http.server.ts";
import { mailboxKey } from "#app/platform/mailbox-key.server.ts";
import { dataSubjectApi, type Receipt } from "./data-subject.contract.ts";
import { countExpired, erasers } from "./erase-visitor-data.service.server.ts";

export const dataSubjectRoutes = [
  route(dataSubjectApi.expired, ({ deps, query }) => countExpired(deps, query)),
  // In all features or in none.
  route(dataSubjectApi.erase, async (call) => {
    const { deps, body } = call;
    const erased = { quotes: 0, subscriptions: 0, mails: 0, keys: 0, approvals: 0, invitations: 0 };
    const userId = office(call).id;
    const at = deps.now();
    await deps.db.transaction().execute(async (db) => {
      const emailKey = mailboxKey(body.email);
      for (const erase of erasers) add(erased, await erase(db, emailKey));
      await insertActivity(db, { kind: "person-erased", subject: "", userId, at });
      await markErasure(db, at);
      recordErased(deps.config, emailKey, at);
    });
    // Who did it and how many rows; the address itself must not be stored.
    deps.log.info("data subject erased", { userId, ...erased });
    const vacuumOn = await vacuumDay(deps.db, at);
    return { email: body.email, erasedAt: at.toISOString(), erased, vacuumOn };
  }),
];

function add(sum: Receipt["erased"], more: Partial<Receipt["erased"]>): void {
  for (const [kind, count] of Object.entries(more)) sum[kind as keyof Receipt["erased"]] += count;
}
