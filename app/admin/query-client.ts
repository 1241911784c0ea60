import { focusManager, onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { isTimeout } from "#app/browser/send.ts";
import { AppError } from "#app/shared/app-error.ts";

// Refetch on window focus, not only on tab visibility: no screen shows data older than its last focus.
focusManager.setEventListener((onFocus) => {
  const listen = () => document.visibilityState === "visible" && onFocus();
  addEventListener("focus", listen);
  document.addEventListener("visibilitychange", listen);
  return () => {
    removeEventListener("focus", listen);
    document.removeEventListener("visibilitychange", listen);
  };
});

/**
 * Retry only failures that may be transient, and only once and quickly, because the user is waiting for the error and
 * its Retry button.
 */
const isTransient = (error: Error) =>
  error instanceof AppError &&
  error.code === "unavailable" &&
  error.retryAfterSeconds === undefined &&
  !isTimeout(error);

/** Interval of the checks whether the server is reachable again; doubled if the connection is soon lost again. */
const pollEveryMs = 3_000;
const maxPollPauseMs = 60_000;

const connection = { lostAt: Number.NEGATIVE_INFINITY, pauseMs: pollEveryMs };

/** No response at all, as opposed to an error response. */
const isLost = (error: Error) => isTransient(error) && error.cause !== undefined;

/**
 * Browsers report many broken connections as online: behind a router, in a tunnel, during a server restart. So an
 * unreachable server counts as offline and any response as online; then all queries on screen are refetched.
 */
function noteLoss(): void {
  if (!onlineManager.isOnline()) return;
  const didNotLast = performance.now() - connection.lostAt < 2 * maxPollPauseMs;
  connection.pauseMs = didNotLast ? Math.min(connection.pauseMs * 2, maxPollPauseMs) : pollEveryMs;
  connection.lostAt = performance.now();
  onlineManager.setOnline(false);
}

/** Polls outside of the queries, so that the screen and the focus on its Retry button do not change. */
async function pollForServer(): Promise<void> {
  while (!onlineManager.isOnline()) {
    await new Promise((resolve) => setTimeout(resolve, connection.pauseMs));
    const signal = AbortSignal.timeout(pollEveryMs);
    const reply = await fetch("/healthz", { cache: "no-store", signal }).catch(() => null);
    if (reply) onlineManager.setOnline(true);
  }
}

onlineManager.subscribe((isOnline) => {
  if (!isOnline) void pollForServer();
});

// Requests aborted because the user leaves the page are neither failures nor a sign of a lost connection.
let isLeaving = false;
addEventListener("beforeunload", () => {
  isLeaving = true;
  // The page may stay: the user cancelled leaving, or the navigation was a download.
  setTimeout(() => {
    isLeaving = false;
  }, 5_000);
});
addEventListener("pageshow", () => {
  isLeaving = false;
});

/** Logs load failures to the console. The end of a session is not a failure. */
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
      retry: (count, error) => count < 1 && isTransient(error),
      retryDelay: 500,
      refetchOnReconnect: "always",
      throwOnError: false,
    },
  },
});
