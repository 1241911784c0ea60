import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { TrashApi } from "./trash.contract.ts";

const call = officeSender<TrashApi>();

export const trashList = () =>
  queryOptions({
    queryKey: ["trash", "list"],
    queryFn: async ({ signal }) => (await call("GET", "/trash/get-all", { signal })).data,
  });

interface Place {
  kind: string;
  id: string;
}

/** @throws AppError `not_found` when it is no longer in the trash. */
export const restoreFromTrash = ({ kind, id }: Place) => call("POST", "/trash/restore", { body: { kind, id } });

export const eraseFromTrash = ({ kind, id }: Place) => call("DELETE", "/trash/:kind/:id", { params: { kind, id } });
