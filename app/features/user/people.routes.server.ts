import { office, route, rowId } from "#app/platform/http.server.ts";
import {
  acceptInvitation,
  invite,
  readInvitation,
  readInvitations,
  withdrawInvitation,
} from "./invitation.service.server.ts";
import { makeResetLink, readReset, resetPassword } from "./password-reset.service.server.ts";
import { peopleApi } from "./people.contract.ts";
import { readPeople, removePerson } from "./people.service.server.ts";
import { originOf } from "./session.service.server.ts";

const ended = { data: { ended: true as const } };

export const peopleRoutes = [
  route(peopleApi.list, async (call) => ({ data: await readPeople(call.deps, office(call)) })),
  route(peopleApi.invitations, async ({ deps }) => ({ data: await readInvitations(deps) })),
  route(peopleApi.invite, async (call) => ({ data: await invite(call.deps, office(call), call.body) })),
  route(peopleApi.readInvitation, async ({ deps, body, client }) => {
    const { email, fullName, expiresAt } = await readInvitation(deps, body.token, client);
    return { data: { email, fullName, expiresAt } };
  }),
  route(peopleApi.accept, async (call) => ({ data: await acceptInvitation(call.deps, call.body, originOf(call)) })),
  route(peopleApi.withdraw, async (call) => {
    await withdrawInvitation(call.deps, office(call), rowId(call.params.id));
    return ended;
  }),
  route(peopleApi.makeResetLink, async (call) => {
    const wish = {
      userId: rowId(call.params.id),
      madeBy: office(call).id,
      dropsSecondFactor: call.body.dropSecondFactor,
    };
    return { data: await makeResetLink(call.deps, wish) };
  }),
  route(peopleApi.readReset, async ({ deps, body, client }) => ({ data: await readReset(deps, body.token, client) })),
  route(peopleApi.reset, async ({ deps, body, client }) => ({ data: await resetPassword(deps, body, client) })),
  // Its path takes any word: last, so that the calls above keep theirs.
  route(peopleApi.remove, async (call) => {
    await removePerson(call.deps, office(call), rowId(call.params.id));
    return ended;
  }),
];
