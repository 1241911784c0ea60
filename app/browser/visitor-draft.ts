/** Unsent input of a form, and the idempotency key if it was already submitted once. */
export interface Draft {
  values: Record<string, string>;
  key?: string;
}

const storageKey = (form: string) => `draft:${form}`;

/**
 * Keeps a draft across closing the panel and reloading the tab. If storage is blocked or full, it lasts as long as the
 * page.
 */
export function keepDraft(form: string, draft: Draft): void {
  try {
    sessionStorage.setItem(storageKey(form), JSON.stringify(draft));
  } catch {
    // Drafts are best effort.
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

/** Leaves a blank one, so that an earlier page that the browser has kept learns of it. */
export const dropDraft = (form: string): void => keepDraft(form, { values: {} });

/** Whether its message has been sent. */
export const isDropped = ({ values }: Draft): boolean => Object.keys(values).length === 0;

/** Removes the drafts of a message that has been sent, in whichever form. */
export function dropDraftsOf(key: string): void {
  for (const form of ["quote", "contact", "subscription"]) if (readDraft(form)?.key === key) dropDraft(form);
}
