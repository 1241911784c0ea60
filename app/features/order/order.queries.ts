import { officeSender } from "#app/shared/session.ts";
import type { OrderApi } from "./order.contract.ts";

const call = officeSender<OrderApi>();

/** Puts all entries of a noun in this order; the public site follows at its next page. */
export const saveOrder = (noun: "project" | "job" | "faq" | "review", slugs: string[]) =>
  call("PUT", "/order/:noun", { params: { noun }, body: { slugs } });
