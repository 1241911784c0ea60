import { queryOptions } from "@tanstack/react-query";
import { sender } from "#app/browser/send.ts";
import { keepLogin, leaveTo, officeSender, takeReturnAddress } from "#app/browser/session.ts";
import type { LoginInput, PasswordChange, UserApi, UserChange } from "./user.contract.ts";

const call = officeSender<UserApi>();

/** The logged-in user as the server knows it; what local storage says is not believed. */
export const me = () =>
  queryOptions({
    queryKey: ["user", "me"],
    queryFn: async ({ signal }) => (await call("GET", "/user/me", { signal })).data,
  });

/** Own sessions, the last used first. */
export const sessionList = () =>
  queryOptions({
    queryKey: ["user", "sessions"],
    queryFn: async ({ signal }) => (await call("GET", "/user/sessions", { signal })).data,
  });

export const endSession = (id: number) => call("DELETE", "/user/session/:id", { params: { id: String(id) } });

/** @throws AppError at `currentPassword` when another address is set without it */
export const changeMe = async (body: UserChange) => (await call("PUT", "/user/me", { body })).data;

export const changePassword = (body: PasswordChange) => call("PUT", "/user/password", { body });

/** @throws AppError with the server's sentence; `second_factor_required` when a code is needed too. */
export async function logIn(user: LoginInput["user"]): Promise<void> {
  const { data } = await sender<UserApi>()("POST", "/user/login", { body: { user } });
  keepLogin(data.user, data.token);
  leaveTo(takeReturnAddress(data.user.email));
}

/** Spec §4: all local storage goes. The session ends on the server too; if that cannot be reached, this browser forgets it all the same. Drafts stay, for the same person only. */
export async function logOut(): Promise<void> {
  await sender<UserApi>()("POST", "/user/logout").catch(() => undefined);
  localStorage.clear();
  leaveTo("/admin/login");
}
