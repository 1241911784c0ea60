import { useQuery } from "@tanstack/react-query";
import { mailHealthView } from "#app/features/mail/mail.queries.ts";
import { lookEveryMs, useIsUsed } from "./new-leads.tsx";

/** Looks while the back office is before somebody's eyes. @returns whether mail does not leave */
export function useMailTrouble(isReady: boolean): boolean {
  const isUsed = useIsUsed();
  const { data } = useQuery({
    ...mailHealthView(),
    enabled: isReady,
    refetchInterval: () => isUsed() && lookEveryMs,
  });
  return data?.trouble !== undefined;
}
