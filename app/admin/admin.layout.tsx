import { QueryClientProvider, useIsFetching, useQuery } from "@tanstack/react-query";
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigationType } from "react-router";
import { openDrafts } from "#app/browser/admin-draft.ts";
import { storedUser } from "#app/browser/login-data.ts";
import { followLogOut } from "#app/browser/session.ts";
import { projectType } from "#app/features/project/project.type.ts";
import { restoreAll } from "#app/features/trash/trash.queries.ts";
import { uploads } from "#app/features/upload/upload.queries.ts";
import { me } from "#app/features/user/user.queries.ts";
import { DeletionProvider } from "#app/ui/admin/dialog/confirm-delete.tsx";
import { ShortcutSheet } from "#app/ui/admin/dialog/shortcut-sheet.tsx";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { Toasts } from "#app/ui/admin/notice/toast.tsx";
import { UploadsContext } from "#app/ui/admin/picture/image-upload.ts";
import { Screen } from "#app/ui/admin/screen/screen.tsx";
import { CompanyContext } from "#app/ui/admin/screen/site-logo.tsx";
import { useKeptFocus } from "#app/ui/admin/screen/use-kept-focus.ts";
import styles from "./admin.layout.module.css";
import { endFirstPaint } from "./first-paint/first-paint.ts";
import { logOut } from "./frame/log-out.ts";
import { useNewLeads } from "./frame/new-leads.tsx";
import { PendingWorkStrip } from "./frame/pending-work-strip.tsx";
import { SideBar, SidePanel } from "./frame/side-bar.tsx";
import { TopBar } from "./frame/top-bar.tsx";
import { useUpdateNotice } from "./frame/update-notice.tsx";
import { useCompany } from "./frame/use-company.ts";
import { useMailTrouble } from "./frame/use-mail-trouble.ts";
import { queryClient } from "./query-client.ts";
import { scrollKeyOf, useListPlaces } from "./search/list-places.ts";

export default function AdminLayout() {
  useKeptFocus();
  return (
    <QueryClientProvider client={queryClient}>
      <DeletionProvider restore={restoreAll}>
        <UploadsContext value={uploads}>
          <Frame />
        </UploadsContext>
      </DeletionProvider>
      <Toasts />
      <ShortcutSheet />
    </QueryClientProvider>
  );
}

/** Renders nothing personal until the server has confirmed the session: login data in local storage can be forged. */
function Frame() {
  const { pathname } = useLocation();
  const user = useQuery(me());
  const hasDrafts = useDrafts(user.data?.id);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const unread = useNewLeads(user.data !== undefined);
  const mailFails = useMailTrouble(user.data !== undefined);
  const company = useCompany(user.data !== undefined);
  const badges = { unread, mailFails, version: user.data?.version };
  // A public page that is edited fills the window.
  const isBare = pathname.toLowerCase().replace(/\/$/, "") === "/edit";
  const isShown = user.error !== null || (user.data !== undefined && hasDrafts);
  useHeadingFocus(isShown);
  useListPlaces();
  useLogOutElsewhere(user.data?.email);
  useUpdateNotice();
  return (
    <CompanyContext value={company}>
      <div className={isBare ? undefined : styles.shell}>
        {!isBare && (
          <>
            <a className="skip" href="#content">
              Skip to content
            </a>
            <SideBar {...badges} onLogOut={logOut} />
            <SidePanel isOpen={isPanelOpen} onClose={() => setPanelOpen(false)} {...badges} onLogOut={logOut} />
          </>
        )}
        <div>
          {!isBare && <TopBar user={user.data} onMenu={() => setPanelOpen(true)} onLogOut={logOut} />}
          {/* Named, like the bar above, because a preview on the page has a header and a main of its own. */}
          <main id="content" aria-label="Back office" className={isBare ? undefined : styles.content} tabIndex={-1}>
            {user.data && hasDrafts ? (
              <>
                {pathname === "/" && <PendingWorkStrip />}
                <Outlet />
              </>
            ) : user.error ? (
              <Screen heading="Back office">
                <Failure text="The back office could not be loaded." error={user.error} onRetry={user.refetch} />
              </Screen>
            ) : (
              <Placeholder layout="rows" />
            )}
          </main>
        </div>
        <EndOfFirstPaint isShown={isShown} />
        <ScrollRestoration getKey={scrollKeyOf} />
      </div>
    </CompanyContext>
  );
}

/** How long the document's first screen, where nothing can be clicked, waits for what takes its place. */
const firstPaintMs = 1_000;

/**
 * Ends the document's first screen, on which the projects are, when this one has them too: a heading without the line
 * below it would be seen to move. A component of its own, so that no later reading of the list renders the frame.
 */
function EndOfFirstPaint({ isShown }: { isShown: boolean }) {
  const [isAsked, setAsked] = useState(false);
  const isReading = useIsFetching({ queryKey: [projectType.name, "list"] }) > 0;
  const isOver = isShown && isAsked && !isReading;
  // The list is requested in an effect too, an earlier one.
  useEffect(() => setAsked(isShown), [isShown]);
  useLayoutEffect(() => {
    if (isOver) endFirstPaint();
  }, [isOver]);
  useEffect(() => {
    const timer = setTimeout(endFirstPaint, firstPaintMs);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** Opens the drafts before the first screen is rendered, because forms read them synchronously. */
function useDrafts(userId: number | undefined): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (userId !== undefined) void openDrafts(userId).then(() => startTransition(() => setOpen(true)));
  }, [userId]);
  return isOpen;
}

/**
 * After navigation, focuses the heading, so that screen readers announce it and Tab continues on the new screen: once
 * that is shown, should the back office still be loading. `keepsFocus`: the screen moves focus itself.
 */
function useHeadingFocus(isShown: boolean) {
  const { pathname, state } = useLocation();
  const kind = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    if (!isShown || last.current === pathname) return;
    last.current = pathname;
    if (kind !== "POP" && !state?.keepsFocus)
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [isShown, pathname, kind, state]);
}

/** Logging out in one tab logs out all tabs. The others say so, and lead back after the next login. */
function useLogOutElsewhere(email = "") {
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (event.key === null || (event.key === "token" && event.newValue === null)) followLogOut(email);
    };
    // A page that Back shows as it was left has heard of nothing since.
    const resume = ({ persisted }: PageTransitionEvent) => {
      if (persisted && storedUser() === null) followLogOut(email);
    };
    addEventListener("storage", listen);
    addEventListener("pageshow", resume);
    return () => {
      removeEventListener("storage", listen);
      removeEventListener("pageshow", resume);
    };
  }, [email]);
}
