import { z } from "zod";
import { commonPasswordMessage, isCommonPassword } from "#app/shared/common-passwords.ts";
import { del, get, post, put } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { isStrongPassword, passwordMessage } from "#app/shared/password.ts";
import { email, filled, image, text } from "#app/shared/shape.ts";

/**
 * The administrator's own record, as login stores it in the browser under `userData`; `id` stays the same when the
 * email address changes.
 */
export const user = z.object({
  id: z.number().int(),
  fullName: z.string(),
  email: z.string(),
  profileImage: z.string(),
});
export type User = z.infer<typeof user>;

export const login = z.object({ user, token: z.string() });
export type Login = z.infer<typeof login>;

/**
 * Checks the shape only: whether address and password match is decided by the server, with the same reply for every
 * wrong pair.
 */
const loginInput = z.object({
  user: z.object({
    email: text("Email", limits.email),
    password: text("Password", limits.password),
    code: text("Code", limits.code).optional(),
  }),
});
export type LoginInput = z.infer<typeof loginInput>;

/** A new password to log in with. Excessive length has already been reported. */
export const newPassword = text("New password", limits.password)
  .refine((value) => value.length > limits.password || isStrongPassword(value), passwordMessage)
  .refine((value) => !isCommonPassword(value), commonPasswordMessage);

/** Required for anything that decides who can log in. */
export const currentPassword = text("Current password", limits.password);

const passwordChange = z.object({ currentPassword, newPassword });
export type PasswordChange = z.infer<typeof passwordChange>;

const userChange = z
  .object({
    fullName: filled("Full name", limits.name),
    email: email(),
    profileImage: image("Profile image"),
    currentPassword,
  })
  .partial();
export type UserChange = z.infer<typeof userChange>;

/** An active login. `device` describes its browser in plain text, `isCurrent` marks the caller's own. */
export const session = z.object({
  id: z.number(),
  device: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const ended = z.object({ ended: z.literal(true) });

export const userApi = {
  logIn: post("/user/login", {
    summary: "Log in; answers the user and a bearer token, or 401 second_factor_required where a code is needed too",
    body: loginInput,
    reply: login,
    failures: ["unauthorized", "second_factor_required"],
  }),
  logOut: post("/user/logout", { summary: "End this session", reply: ended }),
  me: get("/user/me", {
    summary: "The logged-in user, and the version of the running release",
    reply: user.extend({ version: z.string() }),
  }),
  changeMe: put("/user/me", {
    summary: "Change the keys that are present; another e-mail address asks for the current password",
    body: userChange,
    reply: user,
    failures: ["conflict", "too_many"],
  }),
  changePassword: put("/user/password", {
    summary: "Change the password; ends all other sessions",
    body: passwordChange,
    reply: user,
    failures: ["too_many"],
  }),
  sessions: get("/user/sessions", {
    summary: "The user's own sessions, the last used first",
    reply: z.array(session),
    list: true,
  }),
  endSession: del("/user/session/:id", {
    summary: "End one of the user's own sessions",
    reply: ended,
  }),
};
export type UserApi = typeof userApi;
