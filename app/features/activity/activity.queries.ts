import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { Activity, ActivityApi } from "./activity.contract.ts";

const call = officeSender<ActivityApi>();

const atOnce = 50;

/** All activities, newest first, one page at a time. */
export const activityList = () =>
  infiniteQueryOptions({
    queryKey: ["activity", "list"],
    queryFn: async ({ pageParam, signal }) =>
      (await call("GET", "/activity/get-all", { query: { limit: atOnce, before: pageParam }, signal })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Activity[]) => (page.length < atOnce ? undefined : page.at(-1)?.id),
  });

/** The contents of a saved state and of the one before it. */
export const savedStates = (id: string) =>
  queryOptions({
    queryKey: ["activity", "states", id],
    queryFn: async ({ signal }) => (await call("GET", "/activity/:id", { params: { id }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Undoes an activity, one part at a time. @throws AppError `conflict` with the reason */
export async function undoActivity(id: string): Promise<void> {
  while (!(await call("POST", "/activity/undo/:id", { params: { id } })).data.isDone);
}
