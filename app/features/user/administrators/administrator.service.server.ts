import { insertActivity } from "#app/platform/activity.repository.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import type { Caller } from "#app/platform/http.server.ts";
import { mailboxKey } from "#app/platform/mailbox-key.server.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import { listProtectedUsers } from "../second-factor/second-factor.repository.server.ts";
import { deleteUser, listUsers, lockUsers, toUser } from "../user.repository.server.ts";
import { forgetFirstPassword } from "../user.service.server.ts";
import type { Administrator } from "./administrator.contract.ts";

/** The leads that administrators are responsible for. */
export interface OwnedLeads {
  /** How many are open, by owner. */
  countOpen(db: Db, ownerIds: number[]): Promise<Map<number, number>>;
  /** Gives the open ones of somebody to somebody else, or to nobody. */
  handOver(deps: Deps, db: Db, which: { from: number; to: number | null; userId: number }): Promise<void>;
}

/** All administrators. `caller`: the one to be marked as `isYou`. */
export async function readAdministrators(
  { db }: Pick<Deps, "db">,
  caller: Pick<Caller, "id"> | null,
): Promise<Omit<Administrator, "openLeads">[]> {
  const [users, isProtected] = await Promise.all([listUsers(db), listProtectedUsers(db)]);
  return users.map((row) => ({
    ...toUser(row),
    hasSecondFactor: isProtected.has(row.id),
    createdAt: row.createdAt,
    isYou: row.id === caller?.id,
  }));
}

/**
 * Removes an administrator with all sessions, and the invitations and reset links they created, and hands over their open
 * leads (`leadsTo`, null: to nobody). Also works for oneself, but never for the last one. Removing one who is already
 * gone is not an error.
 * @throws AppError `conflict`; `invalid` for somebody who cannot take over the leads
 */
export async function removeAdministrator(
  deps: Deps,
  caller: Caller,
  { id, leadsTo }: { id: number; leadsTo: number | null },
  leads: OwnedLeads,
): Promise<void> {
  const { db, now, log } = deps;
  const isRemoved = await db.transaction().execute(async (trx) => {
    // Two administrators removing each other at the same time would leave nobody.
    await lockUsers(trx);
    const users = await listUsers(trx);
    if (!users.some((user) => user.id === caller.id))
      throw new AppError("unauthorized", "Your session has ended. Log in again.");
    const user = users.find((each) => each.id === id);
    if (!user) return false;
    if (users.length === 1) throw new AppError("conflict", "The last person who can log in cannot be removed.");
    if (leadsTo === id || (leadsTo !== null && !users.some((each) => each.id === leadsTo))) throw noOwner();
    await leads.handOver(deps, trx, { from: id, to: leadsTo, userId: caller.id });
    await deleteUser(trx, id);
    await forgetFirstPassword(trx, id);
    const activity = { kind: "user-removed", subject: mailboxKey(user.email) };
    await insertActivity(trx, { ...activity, userId: caller.id, at: now() });
    return true;
  });
  if (isRemoved) log.info("administrator removed", { userId: id, by: caller.id });
}

const noOwner = () =>
  refusedAt("leadsTo", "This person cannot take over the leads: choose somebody who can log in here.");
