// What a client has typed on the page of a link, kept for the tab: a reload loses none of it. Not by
// browser/visitor-draft.ts: shared with the site's script it would become one more file of every public page.

const key = `draft:${location.pathname}`;

/** With the form's key: an answer may have been stored unheard, and the same one is stored once. */
const names = ["text", "name", "spot", "formKey"];

type FieldOf = (name: string) => HTMLInputElement;

/** Takes up what was typed before a reload. What is typed before this script arrives is newer. */
export function restoreDraft(field: FieldOf): void {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    for (const control of names.map(field)) {
      const kept = draft[control.name];
      if (typeof kept === "string" && control.value === control.defaultValue) control.value = kept;
    }
  } catch {
    // Drafts are best effort.
  }
}

export function keepDraft(field: FieldOf): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(names.map((name) => [name, field(name).value]))));
  } catch {
    // Storage is blocked or full.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}
