import { useRef, useState } from "react";

/** Tracks which entries of a list have an operation in progress; a second call for the same entry is ignored. */
export function useBusy() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const running = useRef(new Set<string>());
  const show = () => setBusy(new Set(running.current));
  return {
    isBusy: (key: string) => busy.has(key),
    /** @throws whatever `work` throws */
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
