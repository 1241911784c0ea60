import { office, route, rowId } from "#app/platform/http.server.ts";
import { productVersion } from "#app/platform/product-root.server.ts";
import { endSession, logOut, originOf, readSessions } from "./session/session.service.server.ts";
import { userApi } from "./user.contract.ts";
import { changePassword, changeUser, logIn, readUser } from "./user.service.server.ts";

const ended = { data: { ended: true as const } };

export const userRoutes = [
  route(userApi.logIn, async (call) => ({ data: await logIn(call.deps, call.body.user, originOf(call)) })),
  route(userApi.logOut, async (call) => {
    await logOut(call.deps, office(call));
    return ended;
  }),
  route(userApi.me, async (call) => ({
    data: { ...(await readUser(call.deps, office(call))), version: productVersion() },
  })),
  route(userApi.changeMe, async (call) => ({ data: await changeUser(call.deps, office(call), call.body) })),
  route(userApi.changePassword, async (call) => ({ data: await changePassword(call.deps, office(call), call.body) })),
  route(userApi.sessions, async (call) => ({ data: await readSessions(call.deps, office(call)) })),
  route(userApi.endSession, async (call) => {
    await endSession(call.deps, office(call), rowId(call.params.id));
    return ended;
  }),
];
