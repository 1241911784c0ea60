import { queryOptions } from "@tanstack/react-query";
import { sender } from "#app/browser/send.ts";
import { keepLogin, leaveTo, offerEditing, officeSender, takeReturnAddress } from "#app/browser/session.ts";
import type { LoginInput, PasswordChange, UserApi, UserChange } from "./user.contract.ts";

const call = officeSender<UserApi>();

/** The logged-in user according to the server; local storage is not trusted. */
export const me = () =>
  queryOptions({
    queryKey: ["user", "me"],
    queryFn: async ({ signal }) => (await call("GET", "/user/me", { signal })).data,
  });

/** The user's own sessions, most recently used first. */
export const sessionList = () =>
  queryOptions({
    queryKey: ["user", "sessions"],
    queryFn: async ({ signal }) => (await call("GET", "/user/sessions", { signal })).data,
  });

export const endSession = (id: number) => call("DELETE", "/user/session/:id", { params: { id: String(id) } });

/** @throws AppError at `currentPassword` if another email address is set without it */
export const changeMe = async (body: UserChange) => (await call("PUT", "/user/me", { body })).data;

export const changePassword = (body: PasswordChange) => call("PUT", "/user/password", { body });

/** @throws AppError with the server's message; `second_factor_required` if a code is needed too */
export async function logIn(user: LoginInput["user"]): Promise<void> {
  const { data } = await sender<UserApi>()("POST", "/user/login", { body: { user } });
  keepLogin(data.user, data.token);
  leaveTo(takeReturnAddress(data.user.email));
}

/**
 * Spec §4: clears all local storage. The session ends on the server too; if that cannot be reached, this browser still
 * forgets it. Drafts stay, for the same user only.
 */
export async function logOut(): Promise<void> {
  await sender<UserApi>()("POST", "/user/logout").catch(() => undefined);
  localStorage.clear();
  offerEditing(false);
  leaveTo("/admin/login");
}
