import { useRef, useState } from "react";

/** Which entries of a list are being worked on; a second press on one of them does nothing. */
export function useBusy() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const running = useRef(new Set<string>());
  const show = () => setBusy(new Set(running.current));
  return {
    isBusy: (key: string) => busy.has(key),
    /** @throws what `work` throws */
    async run(key: string, work: () => Promise<void>): Promise<void> {
      if (running.current.has(key)) return;
      running.current.add(key);
      show();
      try {
        await work();
      } finally {
        running.current.delete(key);
        show();
      }
    },
  };
}
