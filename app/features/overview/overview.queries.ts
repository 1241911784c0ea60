import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { OverviewApi } from "./overview.contract.ts";

const call = officeSender<OverviewApi>();

export const overviewView = () =>
  queryOptions({
    queryKey: ["overview"],
    queryFn: async ({ signal }) => (await call("GET", "/overview", { signal })).data,
  });

/** @returns the single-use URL from which the browser saves the newest proved backup */
export const downloadBackup = async (currentPassword: string) =>
  (await call("POST", "/backup/download", { body: { currentPassword } })).data.address;
