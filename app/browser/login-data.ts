import { editorCookie } from "#app/shared/editor-cookie.ts";

/** The logged-in administrator as stored under `userData`: no password, no token. */
export interface StoredUser {
  fullName: string;
  email: string;
  profileImage: string;
}

const endedKey = "session-ended";
let isLeaving = false;

/** The stored user record; null if there is none or it is not valid. */
export function storedUser(): StoredUser | null {
  try {
    const user: unknown = JSON.parse(localStorage.getItem("userData") ?? "null");
    return typeof user === "object" ? (user as StoredUser | null) : null;
  } catch {
    return null;
  }
}

/** Stores what a login has answered; the token is optional. */
export function keepLogin(user: StoredUser, token: string | undefined): void {
  try {
    // The tabs of somebody else end.
    if ((storedUser()?.email ?? user.email) !== user.email) dropLogin();
    keepUser(user);
    offerEditing(true);
    if (token) localStorage.setItem("token", token);
  } catch (cause) {
    throw new Error("This browser stores nothing for this site. Allow it cookies and site data, then log in again.", {
      cause,
    });
  }
}

/** Replaces the stored record after a change. */
export function keepUser(user: StoredUser): void {
  localStorage.setItem("userData", JSON.stringify(user));
}

/** Whether public pages, opened in this browser, offer to be edited. */
export function offerEditing(isOffered: boolean): void {
  const seconds = isOffered ? 30 * 86_400 : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not widely supported yet
  document.cookie = `${editorCookie}; path=/; max-age=${seconds}; samesite=lax`;
}

export function dropLogin(): void {
  offerEditing(false);
  localStorage.removeItem("userData");
  localStorage.removeItem("token");
}

/** Navigates with a full page load and without a confirmation: unsaved input is kept as a draft. */
export function leaveTo(address: string): void {
  isLeaving = true;
  // Back may bring this document as it was left, which would notice no end of its session.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
  location.assign(address);
}

export const leavesOnPurpose = (): boolean => isLeaving;

/** A session in this tab that the server or another tab ended. */
export interface EndedSession {
  /** Address of the interrupted screen. */
  address: string;
  /** The user's email. */
  email: string;
  /** Whether there were unsaved drafts. */
  hasDrafts: boolean;
}

/** Remembers, for the login screen of this tab, the session that was ended from elsewhere. */
export function keepEndedSession(ended: EndedSession): void {
  sessionStorage.setItem(endedKey, JSON.stringify(ended));
}

/** Forgets it; for when this tab ends its session itself. */
export const dropEndedSession = (): void => sessionStorage.removeItem(endedKey);

/** The session whose end led to the login screen, if any. */
export function endedSession(): EndedSession | null {
  try {
    return JSON.parse(sessionStorage.getItem(endedKey) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Where to go after login: back to the interrupted screen if it is the same user; to what a link has asked for, as one in
 * a mail, if it names an entry or a filter; otherwise to the start page.
 */
export function takeReturnAddress(email: string): string {
  const ended = endedSession();
  dropEndedSession();
  if (ended) return ended.email === email ? ended.address : "/admin";
  const { origin, pathname, search } = new URL(document.referrer, location.href);
  const [, screen = "", entry] = /^\/admin\/([^/]+)(\/.+)?$/i.exec(pathname) ?? [];
  const isAsked = !/^(?:login|invite|reset)?$/i.test(screen) && (entry !== undefined || search !== "");
  return isAsked && origin === location.origin ? pathname + search : "/admin";
}
