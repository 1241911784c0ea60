import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { BodyOf } from "#app/shared/endpoint.ts";
import type { ApprovalApi } from "./approval.contract.ts";

const call = officeSender<ApprovalApi>();

/** The links of an entry with what clients answered. `state`: of its draft. */
export const approvalsOf = (noun: string, slug: string, state: string | undefined) =>
  queryOptions({
    queryKey: ["approval", noun, slug, state ?? "none"],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call("GET", "/approval/:noun/:slug", { params: { noun, slug }, signal })).data,
  });

/** @returns what publishing waits for, as a sentence; `canAsk`: as the panel has it. */
export function useAwaitedApproval(noun: string, slug: string | undefined, state: string | undefined, canAsk: boolean) {
  const { data } = useQuery({ ...approvalsOf(noun, slug ?? "", state), enabled: slug !== undefined && canAsk });
  return (canAsk && data?.waits) || null;
}

/** @throws AppError `invalid` for the draft's own fields too, `conflict` if there is nothing to approve */
export const makeApprovalLink = async (noun: string, slug: string, body: BodyOf<ApprovalApi["create"]>) =>
  (await call("POST", "/approval/:noun/:slug", { params: { noun, slug }, body })).data;

const named = (id: number) => ({ params: { id: String(id) } });

export const setApprovalRequired = (id: number, isRequired: boolean) =>
  call("PUT", "/approval-link/:id", { ...named(id), body: { isRequired } });

export const revokeApprovalLink = (id: number) => call("DELETE", "/approval-link/:id", named(id));

export const markApprovalNote = (id: number, isDone: boolean) =>
  call("PUT", "/approval-note/:id", { ...named(id), body: { isDone } });
