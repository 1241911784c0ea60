import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { isStrongPassword, passwordMessage } from "#app/shared/password.ts";
import { text } from "#app/shared/shape.ts";

/** The administrator's own record, as login stores it in the browser under `userData`. */
export const user = z.object({ fullName: z.string(), email: z.string(), profileImage: z.string() });
export type User = z.infer<typeof user>;

/** The shape only: whether address and password fit is the server's answer, the same for every wrong pair. */
export const loginInput = z.object({
  user: z.object({
    email: text("Email", limits.email),
    password: text("Password", limits.password),
    code: text("Code", 40).optional(),
  }),
});
export type LoginInput = z.infer<typeof loginInput>;

export const passwordChange = z.object({
  currentPassword: text("Current password", limits.password),
  newPassword: text("New password", limits.password).refine(isStrongPassword, passwordMessage),
});
export type PasswordChange = z.infer<typeof passwordChange>;

export const userApi = {
  logIn: endpoint({
    method: "POST",
    path: "/user/login",
    summary: "Log in; answers the user and a bearer token",
    body: loginInput,
    reply: z.object({ user, token: z.string() }),
  }),
  logOut: endpoint({
    method: "POST",
    path: "/user/logout",
    summary: "End this session",
    reply: z.object({ ended: z.literal(true) }),
  }),
  me: endpoint({ method: "GET", path: "/user/me", summary: "The logged-in user", reply: user }),
  changePassword: endpoint({
    method: "PUT",
    path: "/user/password",
    summary: "Change the password; ends all other sessions",
    body: passwordChange,
    reply: user,
  }),
};
export type UserApi = typeof userApi;
