import { csvMoment, csvResponse } from "#app/platform/csv.ts";
import type { Deps } from "#app/platform/deps.ts";
import { fileRoute, office, route, rowId } from "#app/platform/http.server.ts";
import { changeInBulk, undoInBulk } from "#app/platform/inbox/bulk-change.server.ts";
import { submissionOf } from "#app/platform/inbox/idempotency.server.ts";
import { deleteFromInbox } from "#app/platform/trash.server.ts";
import { type SubscriptionExportQuery, type SubscriptionSelection, subscriptionApi } from "./subscription.contract.ts";
import { unsubscribeUrl } from "./subscription.email.server.ts";
import { eachSubscription, listSubscriptions, type SubscriptionRow } from "./subscription.repository.server.ts";
import { requestConfirmationAgain, subscribe } from "./subscription.service.server.ts";
import { selectedSubscriptions, subscriptions, subscriptionsById } from "./subscription-bulk.repository.server.ts";
import { subscriptionErasure } from "./subscription-erase.repository.server.ts";

export const subscriptionRoutes = [
  route(subscriptionApi.create, async (call) => ({
    data: await subscribe(call.deps, submissionOf(call, "subscription"), call.body),
  })),
  route(subscriptionApi.list, ({ deps, query }) => listSubscriptions(deps.db, query, deps.mailer !== null)),
  fileRoute(subscriptionApi.export, async ({ deps, query }) =>
    csvResponse("subscriptions", columns, exported(deps, query)),
  ),
  fileRoute(subscriptionApi.exportSelected, async ({ deps, body }) =>
    csvResponse("subscriptions", columns, exportedIds(deps, body)),
  ),
  route(subscriptionApi.bulk, async (call) => ({
    data: await changeInBulk(call.deps, subscriptions, call.body, office(call).id),
  })),
  route(subscriptionApi.undoBulk, async (call) => ({
    data: await undoInBulk(call.deps, subscriptions, rowId(call.params.id), office(call).id),
  })),
  route(subscriptionApi.retryMail, async ({ deps, params }) => ({
    data: await requestConfirmationAgain(deps, params.slug),
  })),
  route(subscriptionApi.remove, async (call) => {
    const { slug } = call.params;
    await deleteFromInbox(call.deps, subscriptionErasure.trash, slug, office(call).id);
    return { data: { slug } };
  }),
];

// A newsletter sent with another program needs an unsubscribe link for each address.
const columns = ["Email", "State", "Subscribed (UTC)", "Confirmed (UTC)", "Unsubscribe address"];

type Exporting = Pick<Deps, "db" | "config">;

async function* exported(deps: Exporting, { q, state = "confirmed" }: SubscriptionExportQuery) {
  for await (const rows of eachSubscription(deps.db, { q, ...(state !== "any" && { state }) }))
    yield rows.map((row) => cells(deps, row));
}

async function* exportedIds(deps: Exporting, selection: SubscriptionSelection) {
  for await (const { ids } of selectedSubscriptions(deps.db, selection))
    yield (await subscriptionsById(deps.db, ids)).map((row) => cells(deps, row));
}

const cells = ({ config }: Exporting, { email, state, createdAt, confirmedAt, token }: SubscriptionRow): string[] => [
  email,
  state,
  csvMoment(createdAt),
  csvMoment(confirmedAt ?? ""),
  unsubscribeUrl(config.publicUrl, token),
];
