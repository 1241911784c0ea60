import { office, route, rowId } from "#app/platform/http.server.ts";
import { administratorApi } from "./administrator.contract.ts";
import { readAdministrators, removeAdministrator } from "./administrator.service.server.ts";
import {
  acceptInvitation,
  invite,
  readInvitation,
  readInvitations,
  withdrawInvitation,
} from "./invitation.service.server.ts";
import { makeResetLink, readReset, resetPassword } from "./password-reset.service.server.ts";
import { originOf } from "./session.service.server.ts";

const ended = { data: { ended: true as const } };

export const administratorRoutes = [
  route(administratorApi.list, async (call) => ({ data: await readAdministrators(call.deps, office(call)) })),
  route(administratorApi.invitations, async ({ deps }) => ({ data: await readInvitations(deps) })),
  route(administratorApi.invite, async (call) => ({ data: await invite(call.deps, office(call), call.body) })),
  route(administratorApi.readInvitation, async ({ deps, body, client }) => {
    const { email, fullName, expiresAt } = await readInvitation(deps, body.token, client);
    return { data: { email, fullName, expiresAt } };
  }),
  route(administratorApi.accept, async (call) => ({
    data: await acceptInvitation(call.deps, call.body, originOf(call)),
  })),
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
    return { data: link };
  }),
  route(administratorApi.readReset, async ({ deps, body, client }) => ({
    data: await readReset(deps, body.token, client),
  })),
  route(administratorApi.reset, async ({ deps, body, client }) => ({ data: await resetPassword(deps, body, client) })),
  // Its path parameter matches anything, so it comes after the routes above.
  route(administratorApi.remove, async (call) => {
    await removeAdministrator(call.deps, office(call), rowId(call.params.id));
    return ended;
  }),
];
