import { useRef, useState } from "react";
import { hideToast, showFailure } from "../notice/toast.tsx";

/** Tracks which entries of a list have an operation in progress; a second call for the same entry is ignored. */
export function useBusy() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const running = useRef(new Set<string>());
  const show = () => setBusy(new Set(running.current));
  /** @throws whatever `work` throws */
  async function run(key: string, work: () => Promise<unknown>): Promise<void> {
    if (running.current.has(key)) return;
    running.current.add(key);
    show();
    try {
      await work();
    } finally {
      running.current.delete(key);
      show();
    }
  }
  /** Reports a failure under `title`, with Retry, until the next attempt at the same. `onFailure`: what else it takes. */
  async function attempt(
    key: string,
    title: string,
    work: () => Promise<unknown>,
    onFailure?: (error: unknown) => unknown,
  ): Promise<void> {
    const notice = `${title} ${key}`;
    try {
      await run(key, () => {
        hideToast(notice);
        return work();
      });
    } catch (error) {
      showFailure(title, error, () => void attempt(key, title, work, onFailure), notice);
      await onFailure?.(error);
    }
  }
  return { isBusy: (key: string) => busy.has(key), run, attempt };
}
