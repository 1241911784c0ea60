/** What stands in a form and is not saved. It lives as long as the tab, so a reload or the end of a session loses nothing. */
export interface Draft<V> {
  values: V;
  /** Version of the entry that was being changed, so that a save over a newer one is noticed. */
  version?: number;
}

const prefix = "form-draft:";

/** Drafts belong to one person and one address; the next person at this tab does not get them. */
function keyOf(address: string): string {
  let owner = "";
  try {
    owner = (JSON.parse(localStorage.getItem("userData") ?? "null") as { email?: string } | null)?.email ?? "";
  } catch {
    // Without readable login data the draft belongs to nobody in particular.
  }
  return `${prefix}${owner}:${address.toLowerCase().replace(/\/+$/, "")}`;
}

export function readDraft<V>(address: string): Draft<V> | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(address)) ?? "null") as Draft<V> | null;
  } catch {
    return null;
  }
}

/** Storage may be full or refused; the form itself still holds the text then. */
export function keepDraft<V>(address: string, draft: Draft<V>): void {
  try {
    sessionStorage.setItem(keyOf(address), JSON.stringify(draft));
  } catch {
    // Nothing to do: the warning before leaving the form still stands.
  }
}

export const dropDraft = (address: string): void => sessionStorage.removeItem(keyOf(address));

/** Whether this address, or a part of it (`address#part`), has something unsaved. */
export const hasDraft = (address: string): boolean =>
  draftKeys().some((key) => key === keyOf(address) || key.startsWith(`${keyOf(address)}#`));

const draftKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));

export const countDrafts = (): number => draftKeys().length;

export function dropAllDrafts(): void {
  for (const key of draftKeys()) sessionStorage.removeItem(key);
}
