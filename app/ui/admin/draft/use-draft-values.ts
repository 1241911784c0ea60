import { useState } from "react";
import { dropDraft, keepDraft, readDraft } from "#app/browser/admin-draft.ts";

/**
 * The values of a small form, kept as a draft on this device while they are typed, until they are sent. `address`: unique
 * key of the draft.
 */
export function useDraftValues<V extends object>(address: string, blank: V) {
  const [values, setValues] = useState<V>(() => ({ ...blank, ...readDraft<Partial<V>>(address)?.values }));
  return {
    values,
    set(change: Partial<V>): void {
      const next = { ...values, ...change };
      setValues(next);
      void keepDraft(address, { values: next, at: Date.now() });
    },
    /** Forgets the draft; the form keeps showing the values. */
    drop: () => dropDraft(address),
    clear(): void {
      setValues(blank);
      dropDraft(address);
    },
  };
}
