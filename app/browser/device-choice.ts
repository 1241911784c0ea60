// Choices of this device, as cookies: the server reads them, and logging out, which clears local storage, leaves them.

const yearSeconds = 365 * 86_400;

/** Keeps a choice for a year; "" forgets it. Where the browser refuses cookies it lasts as long as the page. */
export function keepChoice(name: string, value: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not widely supported yet
    document.cookie = `${name}=${value}; path=/; max-age=${value ? yearSeconds : 0}; samesite=lax`;
  } catch {}
}

/** All choices, as in a Cookie header; none where the browser refuses cookies. */
export function choices(): string {
  try {
    return document.cookie;
  } catch {
    return "";
  }
}
