import { dropEndedSession, leaveTo, offerEditing } from "#app/browser/login-data.ts";
import { readQuery } from "#app/browser/read-query.ts";
import { exchange } from "#app/browser/send.ts";
import { officeSender } from "#app/browser/session.ts";
import type { PasswordChange, UserApi, UserChange } from "./user.contract.ts";

const call = officeSender<UserApi>();

/** The logged-in user according to the server; local storage is not trusted. */
export const me = () => readQuery(["user", "me"], (signal) => call("GET", "/user/me", { signal }));

/** The user's own sessions, most recently used first. */
export const sessionList = () => readQuery(["user", "sessions"], (signal) => call("GET", "/user/sessions", { signal }));

export const endSession = (id: number) => call("DELETE", "/user/session/:id", { params: { id: String(id) } });

/** @throws AppError at `currentPassword` if another email address is set without it */
export const changeMe = async (body: UserChange) => (await call("PUT", "/user/me", { body })).data;

export const changePassword = (body: PasswordChange) => call("PUT", "/user/password", { body });

/**
 * Clears all local storage. The session ends on the server too; if that cannot be reached, this browser still
 * forgets it. Drafts stay, for the same user only.
 */
export async function logOut(): Promise<void> {
  await endOwnSession();
  localStorage.clear();
  dropEndedSession();
  offerEditing(false);
  // The next login begins at the start page, not on the screen that was left.
  history.replaceState(null, "", "/admin");
  leaveTo("/admin/login");
}

/** How long a logout waits for the server. Its call completes even after the page has been left. */
const longestLogoutMs = 2_000;

/** Ends the session of this browser on the server, if that can be reached. */
export const endOwnSession = (): Promise<unknown> =>
  Promise.race([
    exchange("/user/logout", { method: "POST", keepalive: true }).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, longestLogoutMs)),
  ]);
