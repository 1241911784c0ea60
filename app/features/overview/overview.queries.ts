import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { OverviewApi } from "./overview.contract.ts";

const call = officeSender<OverviewApi>();

export const overviewView = () =>
  queryOptions({
    queryKey: ["overview"],
    queryFn: async ({ signal }) => (await call("GET", "/overview", { signal })).data,
  });
