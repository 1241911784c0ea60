import type { Db } from "#app/platform/deps.ts";
import { markErasure, overwriteErasedWithin } from "#app/platform/erasure.server.ts";
import { office, type Route, route } from "#app/platform/http.server.ts";
import { personApi, type Receipt } from "./person.contract.ts";

/** How one room forgets a person. @returns how many rows of each kind */
export type Forget = (db: Db, emailKey: string) => Promise<Partial<Receipt["erased"]>>;

/** The browser gives a call up after 10 s. */
const overwriteMs = 7_000;

/** Forgetting people, in all rooms or in none. */
export const personRoutes = (rooms: Forget[]): Route[] => [
  route(personApi.erase, async (call) => {
    const { deps, body } = call;
    const erased = { quotes: 0, subscriptions: 0, mails: 0, keys: 0 };
    await deps.db.transaction().execute(async (db) => {
      for (const forget of rooms) add(erased, await forget(db, body.email.toLowerCase()));
      await markErasure(deps, db);
    });
    const bytes = await overwriteErasedWithin(deps, overwriteMs);
    // Who did it and how much it was; the address itself is to be forgotten.
    deps.log.info("person erased", { userId: office(call).id, ...erased });
    return { data: { email: body.email, erasedAt: deps.now().toISOString(), erased, bytes } };
  }),
];

function add(sum: Receipt["erased"], more: Partial<Receipt["erased"]>): void {
  for (const [kind, count] of Object.entries(more)) sum[kind as keyof Receipt["erased"]] += count;
}
