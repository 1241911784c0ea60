/** What stands in a form that was not sent yet, and the key under which it will be sent. */
export interface Draft {
  values: Record<string, string>;
  key?: string;
}

const storageKey = (form: string) => `draft:${form}`;

/** Survives closing a panel and a reload of the tab. Storage may be refused or full: then a draft lives as long as the page. */
export function keepDraft(form: string, draft: Draft): void {
  try {
    sessionStorage.setItem(storageKey(form), JSON.stringify(draft));
  } catch {
    // Nothing is lost that was not lost before.
  }
}

export function readDraft(form: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(storageKey(form)) ?? "null") as Partial<Draft> | null;
    return draft && typeof draft.values === "object" && draft.values !== null
      ? { values: draft.values, key: draft.key }
      : null;
  } catch {
    return null;
  }
}

export function dropDraft(form: string): void {
  try {
    sessionStorage.removeItem(storageKey(form));
  } catch {
    // Refused storage holds nothing.
  }
}

/** A message that has been sent is no draft any more, in whichever form it was written. */
export function dropDraftsOf(key: string): void {
  for (const form of ["quote", "contact", "subscription"]) if (readDraft(form)?.key === key) dropDraft(form);
}
