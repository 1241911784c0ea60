import { useRef, useState } from "react";
import { dropDraft, hasDraft, keepDraft, ownDraft, readDraft } from "#app/browser/admin-draft.ts";
import { randomKey } from "#app/shared/random-key.ts";

/**
 * Text that is kept as a draft on this device while it is typed, until it is saved or discarded. `address`: unique key
 * of the draft.
 */
export function useDraftText(address: string) {
  const [text, setText] = useState(() => readDraft<string>(address)?.values ?? "");
  const sendKey = useRef(ownDraft(address)?.key);
  const isTyped = useRef(false);
  /** What another tab is typing is shown, and can be sent from here too, as long as it is still kept there. */
  const kept = () => ownDraft<string>(address)?.values ?? (!isTyped.current && hasDraft(address) ? text : "");
  const keep = (values: string) => keepDraft(address, { values, at: Date.now(), key: sendKey.current });
  return {
    address,
    text,
    /** The draft now: empty if it has been sent meanwhile, from another tab or an earlier form of this address. */
    kept,
    set(values: string): void {
      isTyped.current = true;
      setText(values);
      if (values === "") dropDraft(address);
      else void keep(values);
    },
    /**
     * The idempotency key to send the draft with. It is kept with the draft, so that one whose answer was lost is not
     * sent twice, though the page was left in between.
     */
    async key(): Promise<string> {
      sendKey.current ??= randomKey();
      await keep(kept());
      return sendKey.current;
    },
    /** Something else has been stored under its key. */
    renewKey(): void {
      sendKey.current = undefined;
      void keep(kept());
    },
    drop(): void {
      setText("");
      sendKey.current = undefined;
      dropDraft(address);
    },
  };
}
