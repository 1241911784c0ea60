import { queryOptions } from "@tanstack/react-query";
import { changeInParts, undoInParts } from "#app/browser/bulk.ts";
import { saveFile, saveFileOf } from "#app/browser/office-file.ts";
import { pagedQuery } from "#app/browser/paged-query.ts";
import { officeSender } from "#app/browser/session.ts";
import { hitsAtOnce } from "#app/shared/paging.ts";
import type { Subscription, SubscriptionApi, SubscriptionSelection } from "./subscription.contract.ts";

const call = officeSender<SubscriptionApi>();

/** Filter of the list; empty values match everything. */
export interface SubscriptionFilter {
  q: string;
  state: string;
}

const stateOf = (state: string) => (state === "" ? undefined : (state as Subscription["state"]));

/** An API may answer with the fields that the specification names alone. */
const complete = (subscription: Subscription): Subscription => ({
  ...{ state: "unconfirmed", createdAt: "", canAsk: false, mail: [] },
  ...subscription,
});

/** Newest first. */
export const subscriptionList = ({ q, state }: SubscriptionFilter) =>
  pagedQuery(
    ["subscription", "list", { q, state }],
    async (part, signal) => {
      const query = { q, state: stateOf(state), ...part, total: "false" as const };
      return { data: (await call("GET", "/subscription/get-all", { query, signal })).data.map(complete) };
    },
    ({ slug }) => slug,
  );

/** Number of subscriptions a filter matches. It takes longer than a page, so it is requested separately. */
export const subscriptionTotal = ({ q, state }: SubscriptionFilter) =>
  queryOptions({
    queryKey: ["subscription", "total", { q, state }],
    queryFn: async ({ signal }) =>
      (await call("GET", "/subscription/get-all", { query: { q, state: stateOf(state), limit: 1 }, signal })).total ??
      0,
  });

export const findSubscriptions = (q: string, signal: AbortSignal) =>
  call("GET", "/subscription/get-all", { query: { q, limit: hitsAtOnce + 1, total: "false" }, signal });

export const removeSubscription = (slug: string) => call("DELETE", "/subscription/:slug", { params: { slug } });

export const askSubscriberAgain = (slug: string) =>
  call("POST", "/subscription/retry-mail/:slug", { params: { slug } });

export const exportSubscriptions = ({ q, state }: SubscriptionFilter) =>
  saveFile("/subscription/export", { q, state: state || "any" }, "subscriptions.csv");

/** All that a filter shows up to the newest one shown, but for some. */
export const allOf = ({ q, state }: SubscriptionFilter, until: string, except: string[]): SubscriptionSelection => ({
  all: { q, state: stateOf(state), until, except },
});

/** Moves the selection to the trash, one part at a time. */
export const removeSubscriptions = (selection: SubscriptionSelection) =>
  changeInParts(
    async (go) => (await call("POST", "/subscription/bulk", { body: { selection, action: "delete", go } })).data,
  );

export const undoSubscriptions = (id: number) =>
  undoInParts(async () => (await call("POST", "/subscription/bulk/undo/:id", { params: { id: String(id) } })).data);

export const exportSelected = (selection: SubscriptionSelection) =>
  saveFileOf("/subscription/export", selection, "subscriptions.csv");
