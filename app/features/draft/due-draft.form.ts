import { focusManager } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Draft } from "./draft.queries.ts";

/** The server publishes what is due every five seconds. */
const soonMs = 6_000;
/** Between two requests for a draft that is still there. */
const againMs = 15_000;
/** Browsers cannot wait longer than 24 days. */
const maxWaitMs = 86_400_000;

type Scheduled = Pick<Draft, "publishAt" | "failure">;

/**
 * Calls `refetch` soon after the draft should have been published, then every now and again while it is still there, and
 * when the window gets the focus again after that time.
 */
export function useRefetchWhenDue(draft: Scheduled | null, refetch: () => Promise<unknown>): void {
  const latest = useRef(refetch);
  latest.current = refetch;
  const publishAt = draft?.publishAt ?? null;
  const isRefused = draft !== null && draft.failure !== null;
  useEffect(() => {
    if (publishAt === null || isRefused) return;
    return repeat(
      () => (leftUntil(publishAt) > 0 ? Math.min(leftUntil(publishAt), maxWaitMs) : againMs),
      async () => void (leftUntil(publishAt) <= 0 && (await latest.current())),
    );
  }, [publishAt, isRefused]);
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (isFocused && publishAt !== null && leftUntil(publishAt) <= 0) void latest.current().catch(() => undefined);
      }),
    [publishAt],
  );
}

const leftUntil = (publishAt: string): number => Date.parse(publishAt) + soonMs - Date.now();

/** Waits and works in turn. @returns a function that stops it */
function repeat(pauseMs: () => number, work: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const wait = () => {
    if (!isStopped) timer = setTimeout(() => void work().then(wait, wait), pauseMs());
  };
  wait();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
