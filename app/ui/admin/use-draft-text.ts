import { useState } from "react";
import { dropDraft, keepDraft, readDraft } from "#app/browser/admin-draft.ts";

/**
 * Text that is kept as a draft on this device while it is typed, until it is saved or discarded. `address`: unique key
 * of the draft.
 */
export function useDraftText(address: string) {
  const [text, setText] = useState(() => readDraft<string>(address)?.values ?? "");
  return {
    text,
    set(values: string): void {
      setText(values);
      if (values === "") dropDraft(address);
      else void keepDraft(address, { values, at: Date.now() });
    },
    drop(): void {
      setText("");
      dropDraft(address);
    },
  };
}
