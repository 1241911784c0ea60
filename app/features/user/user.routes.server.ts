import { office, route } from "#app/platform/http.server.ts";
import { userApi } from "./user.contract.ts";
import { changePassword, logIn, logOut, readUser } from "./user.service.server.ts";

export const userRoutes = [
  route(userApi.logIn, async ({ deps, body, client, request }) => ({
    data: await logIn(deps, { user: body.user, client, userAgent: request.headers.get("User-Agent") ?? "" }),
  })),
  route(userApi.logOut, async (call) => {
    await logOut(call.deps, office(call));
    return { data: { ended: true as const } };
  }),
  route(userApi.me, async (call) => ({ data: await readUser(call.deps, office(call)) })),
  route(userApi.changePassword, async (call) => ({
    data: await changePassword(call.deps, office(call), call.client, call.body),
  })),
];
