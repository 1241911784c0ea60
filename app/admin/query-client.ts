import { focusManager, QueryClient } from "@tanstack/react-query";
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
  error instanceof AppError && error.code === "unavailable" && error.retryAfterSeconds === undefined;

export const queryClient = new QueryClient({
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
