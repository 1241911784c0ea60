import { fileRoute, office, route, rowId } from "#app/platform/http.server.ts";
import { changeInBulk, undoInBulk } from "#app/platform/inbox/bulk-change.server.ts";
import { submissionOf } from "#app/platform/inbox/idempotency.server.ts";
import { deleteFromInbox } from "#app/platform/trash.server.ts";
import { subscriptionApi } from "./subscription.contract.ts";
import { listSubscriptions } from "./subscription.repository.server.ts";
import { requestConfirmationAgain, subscribe } from "./subscription.service.server.ts";
import { subscriptions } from "./subscription-bulk.repository.server.ts";
import { subscriptionErasure } from "./subscription-erase.repository.server.ts";
import { exportSelectedSubscriptions, exportSubscriptions } from "./subscription-export.service.server.ts";

export const subscriptionRoutes = [
  route(subscriptionApi.create, (call) => subscribe(call.deps, submissionOf(call, "subscription"), call.body)),
  route(subscriptionApi.list, ({ deps, query }) => listSubscriptions(deps.db, query, deps.mailer !== null)),
  fileRoute(subscriptionApi.export, async ({ request, deps, query }) => exportSubscriptions(request, deps, query)),
  fileRoute(subscriptionApi.exportSelected, async ({ request, deps, body }) =>
    exportSelectedSubscriptions(request, deps, body),
  ),
  route(subscriptionApi.bulk, (call) => changeInBulk(call.deps, subscriptions, call.body, office(call).id)),
  route(subscriptionApi.undoBulk, (call) =>
    undoInBulk(call.deps, subscriptions, rowId(call.params.id), office(call).id),
  ),
  route(subscriptionApi.retryMail, ({ deps, params }) => requestConfirmationAgain(deps, params.slug)),
  route(subscriptionApi.remove, async (call) => {
    const { slug } = call.params;
    await deleteFromInbox(call.deps, subscriptionErasure.trash, slug, office(call).id);
    return { slug };
  }),
];
