import { AppError } from "#app/shared/app-error.ts";
import type { Endpoint } from "#app/shared/endpoint.ts";
import { countDrafts } from "./admin-draft.ts";
import { fetchEarly } from "./early-calls.ts";
import { dropLogin, keepEndedSession, leavesOnPurpose, leaveTo, storedUser } from "./login-data.ts";
import { noteProgram } from "./office-program.ts";
import { sender } from "./send.ts";

/**
 * Called when the server no longer accepts the session: removes the login data and opens the login screen, remembering
 * the current address.
 */
export function endSession(): void {
  if (leavesOnPurpose()) return;
  rememberScreen(storedUser()?.email ?? "");
  dropLogin();
  leaveTo("/admin/login");
}

/**
 * Called when another tab has ended the session and removed the login data; what is stored by now may be the next
 * login. `email`: of the user of this tab.
 */
export function followLogOut(email: string): void {
  if (leavesOnPurpose()) return;
  rememberScreen(email);
  leaveTo("/admin/login");
}

const rememberScreen = (email: string): void =>
  keepEndedSession({ address: location.pathname + location.search, email, hasDrafts: countDrafts() > 0 });

/**
 * Like `sender`, for calls that need a login: a rejected token ends the session, and an answer of
 * another build is noticed.
 */
export function officeSender<A extends Record<string, Endpoint>>() {
  const call = sender<A>(async (...request) => noteProgram(await fetchEarly(...request)));
  const guarded = (...args: Parameters<typeof call>) =>
    call(...args).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "unauthorized") endSession();
      throw error;
    });
  return guarded as typeof call;
}
