import { queryOptions } from "@tanstack/react-query";

/** A query for the `data` of one call. */
export const readQuery = <T>(queryKey: string[], read: (signal: AbortSignal) => Promise<{ data: T }>) =>
  queryOptions({ queryKey, queryFn: async ({ signal }) => (await read(signal)).data });
