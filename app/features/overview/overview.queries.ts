import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { OverviewApi } from "./overview.contract.ts";

const call = officeSender<OverviewApi>();

export const overviewView = () =>
  queryOptions({
    queryKey: ["overview"],
    queryFn: async ({ signal }) => (await call("GET", "/overview", { signal })).data,
  });

/** @returns where the browser saves the newest proved backup from, once */
export const downloadBackup = async (currentPassword: string) =>
  (await call("POST", "/backup/download", { body: { currentPassword } })).data.address;
