import { queryOptions } from "@tanstack/react-query";
import { undoInParts } from "#app/browser/bulk.ts";
import { pagedQuery } from "#app/browser/paged-query.ts";
import { officeSender } from "#app/browser/session.ts";
import type { ActivityApi } from "./activity.contract.ts";

const call = officeSender<ActivityApi>();

const atOnce = 50;

/** All activities, newest first. */
export const activityList = () =>
  pagedQuery(
    ["activity", "list"],
    (query, signal) => call("GET", "/activity/get-all", { query, signal }),
    ({ id }) => id,
    atOnce,
  );

/** The contents of a saved state and of the one before it. */
export const savedStates = (id: string) =>
  queryOptions({
    queryKey: ["activity", "states", id],
    queryFn: async ({ signal }) => (await call("GET", "/activity/:id", { params: { id }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Undoes an activity, one part at a time. @throws AppError `conflict` with the reason */
export const undoActivity = (id: string) =>
  undoInParts(async () => (await call("POST", "/activity/undo/:id", { params: { id } })).data);
