import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { newQuotes } from "#app/features/quote/quote.queries.ts";
import { RouteButton } from "#app/ui/admin/route-button.tsx";
import { setTitleCount } from "#app/ui/admin/screen.tsx";
import { hideToast, showToast } from "#app/ui/admin/toast.tsx";

export const lookEveryMs = 30_000;

/** An office that nobody touches for so long is not asked about: looking would keep its session from ending. */
const idleMs = 30 * 60_000;

const toastId = "new-leads";

/**
 * Looks for new messages while the back office is before somebody's eyes, and tells of those that came since it was opened.
 * @returns how many are unread
 */
export function useNewLeads(isReady: boolean): number {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const isInbox = /^\/quote(\/|$)/i.test(pathname);
  const known = useRef<{ newest: string | undefined; total: number }>(undefined);
  const isUsed = useIsUsed();
  const { data } = useQuery({
    ...newQuotes(() => known.current?.newest),
    enabled: isReady,
    refetchInterval: () => isUsed() && lookEveryMs,
  });
  const [count, setCount] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is told once, wherever one is then
  useEffect(() => {
    if (!data) return;
    const before = known.current;
    // With no message before, all of them are new but those that are suspected to be spam.
    const fresh = before && !before.newest ? data.total - data.spam : data.fresh;
    const isKept = before !== undefined && fresh === 0 && data.total < before.total;
    known.current = { newest: isKept ? before.newest : data.newest, total: data.total };
    if (!before || fresh === 0) return;
    setCount((now) => now + fresh);
    tell(client, fresh, isInbox);
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

/** In the inbox the message comes into the list; elsewhere there is a way to it. */
function tell(client: QueryClient, fresh: number, isInbox: boolean) {
  void client.invalidateQueries({ queryKey: ["quote", "list"] });
  showToast({
    id: toastId,
    kind: "success",
    title: fresh === 1 ? "1 new message" : `${fresh} new messages`,
    text: isInbox ? "It stands at the top of the list." : "In the inbox, under Quote.",
    ...(!isInbox && {
      actions: (
        <RouteButton
          to="/quote"
          label="Show"
          kind="line"
          size="office"
          glyph={null}
          onLeave={() => hideToast(toastId)}
        />
      ),
    }),
  });
}

/** Whether somebody has touched the page of late. */
export function useIsUsed(): () => boolean {
  const usedMs = useRef(performance.now());
  useEffect(() => {
    const use = () => {
      usedMs.current = performance.now();
    };
    const signs = ["pointermove", "pointerdown", "keydown", "focus"] as const;
    for (const sign of signs) addEventListener(sign, use, { passive: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, use);
    };
  }, []);
  return () => performance.now() - usedMs.current < idleMs;
}
