import { AppError } from "#app/shared/app-error.ts";
import type { Endpoint } from "#app/shared/endpoint.ts";
import { countDrafts } from "./admin-draft.ts";
import { sender } from "./send.ts";

/** What the browser keeps of the logged-in administrator under `userData` (spec §3): no password, no token. */
export interface StoredUser {
  fullName: string;
  email: string;
  profileImage: string;
}

const endedKey = "session-ended";
let isLeaving = false;

/** The stored user record, or nothing: not logged in, or storage holds something else. */
export function storedUser(): StoredUser | null {
  try {
    const user: unknown = JSON.parse(localStorage.getItem("userData") ?? "null");
    return typeof user === "object" ? (user as StoredUser | null) : null;
  } catch {
    return null;
  }
}

export function keepLogin(user: StoredUser, token: string): void {
  keepUser(user);
  localStorage.setItem("token", token);
}

/** The record alone, after it has changed. */
export function keepUser(user: StoredUser): void {
  localStorage.setItem("userData", JSON.stringify(user));
}

export function dropLogin(): void {
  localStorage.removeItem("userData");
  localStorage.removeItem("token");
}

/** Full load of another address. The forms ask nothing on the way: what they hold is kept as a draft. */
export function leaveTo(address: string): void {
  isLeaving = true;
  location.assign(address);
}

export const leavesOnPurpose = (): boolean => isLeaving;

/** The server no longer knows this session: the login data goes, the login screen comes, and with it the way back to where one was. */
export function endSession(): void {
  if (isLeaving) return;
  const ended: EndedSession = {
    address: location.pathname + location.search,
    email: storedUser()?.email ?? "",
    hasDrafts: countDrafts() > 0,
  };
  sessionStorage.setItem(endedKey, JSON.stringify(ended));
  dropLogin();
  leaveTo("/admin/login");
}

/** A session that the server ended, in this tab. */
interface EndedSession {
  /** Where one was. */
  address: string;
  /** Whose it was. */
  email: string;
  /** Something typed was not saved. */
  hasDrafts: boolean;
}

/** Why the login screen is there, where it was not asked for. */
export function endedSession(): EndedSession | null {
  try {
    return JSON.parse(sessionStorage.getItem(endedKey) ?? "null");
  } catch {
    return null;
  }
}

/** Where to go after logging in: the same person back to the screen that the end of the session interrupted, else the start of the back office. */
export function takeReturnAddress(email: string): string {
  const ended = endedSession();
  sessionStorage.removeItem(endedKey);
  return ended?.email === email ? ended.address : "/admin";
}

/** As `sender`, for calls that need the login: a refused token ends the session (spec/reading: Admin). */
export function officeSender<A extends Record<string, Endpoint>>() {
  const call = sender<A>();
  const guarded = (...args: Parameters<typeof call>) =>
    call(...args).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "unauthorized") endSession();
      throw error;
    });
  return guarded as typeof call;
}
