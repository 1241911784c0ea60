import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { newQuotes } from "#app/features/quote/new-quotes.queries.ts";
import { showToast } from "#app/ui/admin/notice/toast.tsx";
import { isUsed } from "#app/ui/admin/screen/is-used.ts";
import { setTitleCount } from "#app/ui/admin/screen/screen.tsx";

/** How often the back office asks for new messages and for the state of mail. */
export const pollEveryMs = 30_000;

/**
 * Polls for new messages while the back office is in use, and reports those that arrived since it was opened.
 * @returns the number of unread messages
 */
export function useNewLeads(isReady: boolean): number {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const isInbox = /^\/quote(\/|$)/i.test(pathname);
  const known = useRef<{ newest: string | undefined }>(undefined);
  const { data } = useQuery({
    ...newQuotes(() => known.current?.newest),
    enabled: isReady,
    refetchInterval: () => isUsed() && pollEveryMs,
    // The count in the title is for those who look at another tab.
    refetchIntervalInBackground: true,
  });
  const [count, setCount] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is reported once, on any screen
  useEffect(() => {
    if (!data) return;
    const before = known.current;
    // If the inbox was empty before, all messages are new, except for suspected spam.
    const fresh = before && !before.newest ? data.total - data.spam : data.fresh;
    known.current = { newest: data.newest };
    if (!before || fresh === 0) return;
    setCount((now) => now + fresh);
    showNewLeadsToast(client, fresh, isAtTop(pathname, search));
  }, [data]);

  useEffect(() => {
    if (!isInbox) return setTitleCount(count);
    const looked = () => document.visibilityState === "visible" && setCount(0);
    setTitleCount(document.visibilityState === "visible" ? 0 : count);
    looked();
    document.addEventListener("visibilitychange", looked);
    return () => document.removeEventListener("visibilitychange", looked);
  }, [count, isInbox]);

  return data?.unread ?? 0;
}

/** Whether new messages appear at the top of what is shown: on a small screen an open message hides the list. */
const isAtTop = (pathname: string, search: string): boolean =>
  search === "" && (matchMedia("(min-width: 1024px)").matches ? /^\/quote(\/|$)/i : /^\/quote\/?$/i).test(pathname);

/** Shows a toast and refreshes the inbox; where they do not appear, the toast links to it. */
function showNewLeadsToast(client: QueryClient, fresh: number, isShown: boolean) {
  for (const what of ["list", "total", "today"]) void client.invalidateQueries({ queryKey: ["quote", what] });
  showToast({
    id: "new-leads",
    kind: "success",
    title: fresh === 1 ? "1 new message" : `${fresh.toLocaleString("en-GB")} new messages`,
    text: isShown ? `${fresh === 1 ? "It is" : "They are"} at the top of the list.` : "In the inbox, under Quote.",
    actions: isShown ? [] : [{ label: "Show", to: "/quote" }],
  });
}
