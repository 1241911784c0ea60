import { useQuery } from "@tanstack/react-query";
import { mailHealthView } from "#app/features/mail/mail.queries.ts";
import { isUsed } from "#app/ui/admin/screen/is-used.ts";
import { pollEveryMs } from "./new-leads.tsx";

/** Polls the mail health while the back office is in use. @returns whether email delivery fails */
export function useMailTrouble(isReady: boolean): boolean {
  const { data } = useQuery({
    ...mailHealthView(),
    enabled: isReady,
    refetchInterval: () => isUsed() && pollEveryMs,
  });
  return data?.trouble !== undefined;
}
