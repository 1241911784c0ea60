import { office, route, rowId } from "#app/platform/http.server.ts";
import { idsIn } from "#app/shared/rows.ts";
import { makeResetLink, readReset, resetPassword } from "../account/password-reset.service.server.ts";
import { originOf } from "../session/session.service.server.ts";
import { administratorApi } from "./administrator.contract.ts";
import { type OwnedLeads, readAdministrators, removeAdministrator } from "./administrator.service.server.ts";
import {
  acceptInvitation,
  invite,
  readInvitation,
  readInvitations,
  withdrawInvitation,
} from "./invitation.service.server.ts";

const ended = { ended: true as const };

/** `leads`: what administrators own, and lose when they are removed. */
export const administratorRoutes = (leads: OwnedLeads) => [
  route(administratorApi.list, async (call) => {
    const people = await readAdministrators(call.deps, office(call));
    const owned = await leads.countOpen(call.deps.db, idsIn(people));
    return people.map((person) => ({ ...person, openLeads: owned.get(person.id) ?? 0 }));
  }),
  route(administratorApi.invitations, ({ deps }) => readInvitations(deps)),
  route(administratorApi.invite, (call) => invite(call.deps, office(call), call.body)),
  route(administratorApi.readInvitation, async ({ deps, body, client }) => {
    const { email, fullName, expiresAt } = await readInvitation(deps, body.token, client);
    return { email, fullName, expiresAt };
  }),
  route(administratorApi.accept, (call) => acceptInvitation(call.deps, call.body, originOf(call))),
  route(administratorApi.withdraw, async (call) => {
    await withdrawInvitation(call.deps, office(call), rowId(call.params.id));
    return ended;
  }),
  route(administratorApi.makeResetLink, async (call) => {
    const wish = {
      userId: rowId(call.params.id),
      madeBy: office(call).id,
      dropsSecondFactor: call.body.dropSecondFactor,
    };
    const link = await makeResetLink(call.deps, wish);
    call.deps.mailWakeSignal.notify();
    return link;
  }),
  route(administratorApi.readReset, ({ deps, body, client }) => readReset(deps, body.token, client)),
  route(administratorApi.reset, (call) => resetPassword(call.deps, call.body, originOf(call))),
  // Its path parameter matches anything, so it comes after the routes above.
  route(administratorApi.remove, async (call) => {
    const wish = { id: rowId(call.params.id), leadsTo: call.query.leadsTo ?? null };
    await removeAdministrator(call.deps, office(call), wish, leads);
    return ended;
  }),
];
