import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { TodayApi } from "./today.contract.ts";

const call = officeSender<TodayApi>();

export const todayView = () =>
  queryOptions({
    queryKey: ["quote", "today"],
    queryFn: async ({ signal }) => (await call("GET", "/today", { signal })).data,
  });
