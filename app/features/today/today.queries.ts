import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { TodayApi } from "./today.contract.ts";

const call = officeSender<TodayApi>();

export const todayView = () =>
  queryOptions({
    queryKey: ["quote", "today"],
    queryFn: async ({ signal }) => (await call("GET", "/today", { signal })).data,
  });

/** @returns the single-use URL from which the browser saves the newest proved backup */
export const downloadBackup = async (currentPassword: string) =>
  (await call("POST", "/backup/download", { body: { currentPassword } })).data.address;
