import { focusManager, onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { isTimeout } from "#app/browser/send.ts";
import { AppError } from "#app/shared/app-error.ts";

// Coming back to the window counts as well as coming back to the tab: no screen shows data older than its last focus.
focusManager.setEventListener((onFocus) => {
  const listen = () => document.visibilityState === "visible" && onFocus();
  addEventListener("focus", listen);
  document.addEventListener("visibilitychange", listen);
  return () => {
    removeEventListener("focus", listen);
    document.removeEventListener("visibilitychange", listen);
  };
});

/** Only what may pass by itself is tried again, and quickly: an editor is waiting for the failure's Retry. */
const mayPass = (error: Error) =>
  error instanceof AppError &&
  error.code === "unavailable" &&
  error.retryAfterSeconds === undefined &&
  !isTimeout(error);

/** So soon is it looked whether the server can be reached again; twice as late each time that did not last. */
const lookAgainMs = 3_000;
const latestLookMs = 60_000;

const connection = { lostAt: Number.NEGATIVE_INFINITY, pauseMs: lookAgainMs };

/** No answer at all, unlike a server that answers that it cannot. */
const isLost = (error: Error) => mayPass(error) && error.cause !== undefined;

/**
 * The browser holds many a lost connection for whole: behind a router, in a tunnel, while the server starts anew. What could not be
 * reached is taken for offline and any answer for online; then every read on the screen is made again.
 */
function noteLoss(): void {
  if (!onlineManager.isOnline()) return;
  const didNotLast = performance.now() - connection.lostAt < 2 * latestLookMs;
  connection.pauseMs = didNotLast ? Math.min(connection.pauseMs * 2, latestLookMs) : lookAgainMs;
  connection.lostAt = performance.now();
  onlineManager.setOnline(false);
}

/** Looking leaves the screen, and the focus on its Retry, alone. */
async function lookForServer(): Promise<void> {
  while (!onlineManager.isOnline()) {
    await new Promise((resolve) => setTimeout(resolve, connection.pauseMs));
    const signal = AbortSignal.timeout(lookAgainMs);
    const reply = await fetch("/healthz", { cache: "no-store", signal }).catch(() => null);
    if (reply) onlineManager.setOnline(true);
  }
}

onlineManager.subscribe((isOnline) => {
  if (!isOnline) void lookForServer();
});

// Whoever leaves the page breaks off what it still loads: no failure, and no sign of a lost connection.
let isLeaving = false;
addEventListener("beforeunload", () => {
  isLeaving = true;
  // The browser may stay after all, where somebody is asked or a download begins.
  setTimeout(() => {
    isLeaving = false;
  }, 5_000);
});
addEventListener("pageshow", () => {
  isLeaving = false;
});

/** The console has what failed to load (spec §8), but not the end of a session, which is no failure. */
function noteFailure(error: Error): void {
  if (isLeaving && isLost(error)) return;
  if (!(error instanceof AppError && error.code === "unauthorized")) console.error("Loading failed", error);
  if (isLost(error)) noteLoss();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteFailure }),
  defaultOptions: {
    queries: {
      networkMode: "always",
      retry: (count, error) => count < 1 && mayPass(error),
      retryDelay: 500,
      refetchOnReconnect: "always",
      throwOnError: false,
    },
  },
});
