import { office, route, rowId } from "#app/platform/http.server.ts";
import { productVersion } from "#app/platform/product-root.server.ts";
import { endSession, logOut, originOf, readSessions } from "./session/session.service.server.ts";
import { userApi } from "./user.contract.ts";
import { changePassword, changeUser, logIn, readUser } from "./user.service.server.ts";

const ended = { ended: true as const };

export const userRoutes = [
  route(userApi.logIn, (call) => logIn(call.deps, call.body.user, originOf(call))),
  route(userApi.logOut, async (call) => {
    await logOut(call.deps, office(call));
    return ended;
  }),
  route(userApi.me, async (call) => ({ ...(await readUser(call.deps, office(call))), version: productVersion() })),
  route(userApi.changeMe, (call) => changeUser(call.deps, office(call), call.body)),
  route(userApi.changePassword, (call) => changePassword(call.deps, office(call), call.body)),
  route(userApi.sessions, (call) => readSessions(call.deps, office(call))),
  route(userApi.endSession, async (call) => {
    await endSession(call.deps, office(call), rowId(call.params.id));
    return ended;
  }),
];
