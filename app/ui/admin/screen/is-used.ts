import { focusManager } from "@tanstack/react-query";

/** After this long without user interaction polling stops: it would keep the session from expiring. */
const idleMs = 30 * 60_000;

let usedMs = performance.now();
const use = () => {
  const wasIdle = !isUsed();
  usedMs = performance.now();
  // A query computes its interval at a result, so one that has stopped asking must be asked to begin again.
  if (wasIdle) focusManager.onFocus();
};
// The first screen is also rendered by the server, where nobody does anything.
if (typeof window !== "undefined")
  for (const sign of ["pointermove", "pointerdown", "keydown", "focus"]) addEventListener(sign, use, { passive: true });

/** Whether there was user interaction recently: only then may the back office ask the server by itself. */
export const isUsed = (): boolean => performance.now() - usedMs < idleMs;
