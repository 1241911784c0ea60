import { csvMoment, csvResponse } from "#app/platform/csv.ts";
import type { Deps } from "#app/platform/deps.ts";
import { eachSelected, eachShown } from "#app/platform/inbox/inbox-rows.repository.server.ts";
import type { SubscriptionExportQuery, SubscriptionSelection } from "./subscription.contract.ts";
import { unsubscribeUrl } from "./subscription.email.server.ts";
import { isUndecided, type SubscriptionRow, shownSubscriptions } from "./subscription.repository.server.ts";

// A newsletter sent with another program needs an unsubscribe link for each address.
const columns = ["Email", "State", "Subscribed (UTC)", "Confirmed (UTC)", "Unsubscribe address"];

type Exporting = Pick<Deps, "db" | "config">;

/** The addresses that match a filter, confirmed ones by default, as a CSV file. */
export const exportSubscriptions = (
  request: Request,
  deps: Exporting,
  query: SubscriptionExportQuery,
): Promise<Response> => csvResponse(request, "subscriptions", columns, filtered(deps, query));

/** The selected addresses, as a CSV file. */
export const exportSelectedSubscriptions = (
  request: Request,
  deps: Exporting,
  selection: SubscriptionSelection,
): Promise<Response> => csvResponse(request, "subscriptions", columns, selected(deps, selection));

async function* filtered(deps: Exporting, { q, state = "confirmed" }: SubscriptionExportQuery) {
  const shown = await shownSubscriptions(deps.db, { q, ...(state !== "any" && { state }) });
  for await (const rows of eachShown<SubscriptionRow>("subscription", shown, "asc"))
    yield rows.map((row) => cells(deps, row));
}

async function* selected(deps: Exporting, selection: SubscriptionSelection) {
  for await (const rows of eachSelected(deps.db, "subscription", selection, shownSubscriptions))
    yield rows.map((row) => cells(deps, row));
}

const cells = ({ config }: Exporting, { email, state, createdAt, confirmedAt, token }: SubscriptionRow): string[] => [
  email,
  state,
  csvMoment(createdAt),
  csvMoment(isUndecided(state) ? "" : (confirmedAt ?? "")),
  unsubscribeUrl(config.publicUrl, token),
];
