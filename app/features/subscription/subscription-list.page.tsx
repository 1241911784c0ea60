import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ActionButton } from "#app/ui/admin/action-button.tsx";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { BulkBar } from "#app/ui/admin/bulk-bar.tsx";
import { showBulkToast } from "#app/ui/admin/bulk-notice.tsx";
import { useDeletion } from "#app/ui/admin/confirm-delete.tsx";
import { ShowMore } from "#app/ui/admin/inbox.tsx";
import { InboxFilter, useFilter } from "#app/ui/admin/inbox-filter.tsx";
import { useListKeys } from "#app/ui/admin/select-box.tsx";
import { showFailure, showSuccess } from "#app/ui/admin/toast.tsx";
import { useBusy } from "#app/ui/admin/use-busy.ts";
import { useSelection } from "#app/ui/admin/use-selection.ts";
import { download, trash } from "#app/ui/glyphs.ts";
import type { Subscription, SubscriptionSelection } from "./subscription.contract.ts";
import {
  allOf,
  askSubscriberAgain,
  exportSelected,
  exportSubscriptions,
  removeSubscription,
  removeSubscriptions,
  subscriptionList,
  subscriptionTotal,
  undoSubscriptions,
} from "./subscription.queries.ts";
import { SubscriptionRow, states } from "./subscription-row.tsx";

const deletionId = ({ slug }: Subscription) => `subscription:${slug}`;

const choices = [{ value: "", label: "All" }, ...Object.entries(states).map(([value, label]) => ({ value, label }))];

export default function SubscriptionListPage() {
  const filter = useFilter(["state"], "subscriptions");
  const asked = filter.values.state;
  const which = { q: filter.q, state: asked in states ? asked : "" };
  const query = useInfiniteQuery(subscriptionList(which));
  const { askAgain, isBusy, askDelete, askDeleteMany, exportMany, isGone } = useSubscriptionActions();
  const total = useQuery(subscriptionTotal(which)).data;
  const entries = query.data?.pages.flatMap((page) => page.data).filter((each) => !isGone(deletionId(each)));
  const shown = entries?.map(({ slug }) => slug) ?? [];
  const selected = useSelection(JSON.stringify(which), shown);
  const { isAll, except, slugs } = selected.selection;
  const count = selected.countOf(total);
  const selection = () => (isAll ? allOf(which, shown[0] ?? "", [...except]) : { slugs: [...slugs] });
  useListKeys(selected.toggle);
  return (
    <AdminList
      heading="All Subscription"
      subline={filter.line}
      bar={
        query.data &&
        (filter.isOn || query.data.pages[0]?.data.length !== 0) && (
          <>
            <InboxFilter
              what="subscriptions"
              q={filter.q}
              example="Part of an address"
              onSearch={(q) => filter.set("q", q)}
              choices={[
                {
                  name: "state",
                  label: "State",
                  value: which.state,
                  options: choices,
                  onChange: (value) => filter.set("state", value),
                },
              ]}
              count={total === undefined ? "" : counted(total)}
              onExport={() => exportSubscriptions(which)}
            />
            {shown.length > 0 && (
              <BulkBar selected={selected} count={count} shown={shown.length} total={total}>
                <ActionButton
                  glyph={download}
                  label="Export"
                  disabled={isBusy("many")}
                  onClick={() => exportMany(selection())}
                />
                <ActionButton
                  glyph={trash}
                  label="Delete selected"
                  isDanger
                  disabled={isBusy("many")}
                  onClick={() => askDeleteMany(selection(), count, selected.clear)}
                />
              </BulkBar>
            )}
          </>
        )
      }
      selecting={{ has: selected.has, toggle: selected.toggle, nameOf: ({ email }) => email }}
      empty={{
        text: filter.isOn
          ? "No subscription matches."
          : "Nobody has subscribed yet. Addresses from the newsletter form at the foot of every page arrive here.",
      }}
      entries={entries}
      error={query.error}
      onRetry={query.refetch}
      layout="rows"
      keyOf={(subscription) => subscription.slug}
      foot={<ShowMore query={query} />}
    >
      {(subscription) => (
        <SubscriptionRow
          subscription={subscription}
          isBusy={isBusy(subscription.slug)}
          onAskAgain={() => askAgain(subscription)}
          onDelete={() => askDelete(subscription)}
        />
      )}
    </AdminList>
  );
}

const counted = (total: number) => (total === 1 ? "1 address" : `${total.toLocaleString("en-GB")} addresses`);

function useSubscriptionActions() {
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const { isBusy, run } = useBusy();
  const reload = () => client.invalidateQueries({ queryKey: ["subscription"] }, { throwOnError: true });
  const askAgain = (subscription: Subscription): Promise<void> =>
    run(subscription.slug, async () => {
      await askSubscriberAgain(subscription.slug);
      showSuccess(`${subscription.email} is asked again.`);
      await reload().catch(() => undefined);
    }).catch((error) =>
      showFailure(`${subscription.email} could not be asked again.`, error, () => askAgain(subscription)),
    );
  const askDelete = (subscription: Subscription) =>
    ask({
      id: deletionId(subscription),
      name: subscription.email,
      remove: () => removeSubscription(subscription.slug),
      trash: { kind: "subscription", id: subscription.slug },
      reload,
    });
  const askDeleteMany = (selection: SubscriptionSelection, count: number, done: () => void) => {
    let id = 0;
    ask({
      id: `subscriptions:${crypto.randomUUID()}`,
      name: counted(count),
      count,
      remove: async () => {
        const deleted = await removeSubscriptions(selection);
        ({ id } = deleted);
        done();
        if (deleted.failure)
          showBulkToast({ ...deleted, what: counted, done: "deleted", undo: () => undoSubscriptions(id), reload });
      },
      undo: () => undoSubscriptions(id),
      reload,
    });
  };
  const exportMany = (selection: SubscriptionSelection): Promise<void> =>
    run("many", () => exportSelected(selection)).catch((error) =>
      showFailure("The subscriptions could not be exported.", error, () => exportMany(selection)),
    );
  return { askAgain, isBusy, askDelete, askDeleteMany, exportMany, isGone };
}
