import { useEffect, useSyncExternalStore } from "react";
import { areDraftsKept } from "#app/browser/admin-draft.ts";
import { isOutdated, onOutdated } from "#app/browser/office-program.ts";
import { officeSender } from "#app/browser/session.ts";
import type { UserApi } from "#app/features/user/user.contract.ts";
import { showToast } from "#app/ui/admin/notice/toast.tsx";

const call = officeSender<UserApi>();

/** Also shown instead of a screen whose file the new build does not have (error-boundary.tsx). */
export const updateTitle = "The back office was updated";
export const updateText = () => (areDraftsKept() ? "Reload to go on; what you typed is kept." : "Reload to go on.");

export const useIsOutdated = (): boolean => useSyncExternalStore(onOutdated, isOutdated);

/** Asks the server, whose answer names its program. @throws AppError if it cannot be reached */
export const reachServer = (): Promise<unknown> => call("GET", "/user/me");

/** The same; an unreachable one says nothing. */
export const askForProgram = (): Promise<unknown> => reachServer().catch(() => undefined);

/**
 * Tells that the server has been upgraded while this back office was open. Once closed, the notice comes back when a
 * call or a file of this build is missing.
 */
export function useUpdateNotice(): void {
  useEffect(() => {
    const missing = () => void askForProgram().then(() => isOutdated() && showUpdateToast());
    addEventListener("vite:preloadError", missing);
    const stop = onOutdated(showUpdateToast);
    return () => {
      removeEventListener("vite:preloadError", missing);
      stop();
    };
  }, []);
}

function showUpdateToast(): void {
  showToast({
    id: "updated",
    kind: "success",
    title: updateTitle,
    text: updateText(),
    isLasting: true,
    actions: [{ label: "Reload", onClick: () => location.reload() }],
  });
}
