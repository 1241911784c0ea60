import { readQuery } from "#app/browser/read-query.ts";
import { officeSender } from "#app/browser/session.ts";
import type { TodayApi } from "./today.contract.ts";

const call = officeSender<TodayApi>();

export const todayView = () => readQuery(["quote", "today"], (signal) => call("GET", "/today", { signal }));

/** @returns the single-use URL from which the browser saves the newest proved backup */
export const downloadBackup = async (currentPassword: string) =>
  (await call("POST", "/backup/download", { body: { currentPassword } })).data.address;
