import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { useListKeys } from "#app/ui/admin/control/select-box.tsx";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { useDeletion } from "#app/ui/admin/dialog/confirm-delete.tsx";
import { deletionOfMany } from "#app/ui/admin/dialog/deletion-of-many.ts";
import { InboxFilter, useFilter } from "#app/ui/admin/inbox/inbox-filter.tsx";
import { AdminList } from "#app/ui/admin/list/admin-list.tsx";
import { BulkBar } from "#app/ui/admin/list/bulk-bar.tsx";
import { listError, ShowMore } from "#app/ui/admin/list/show-more.tsx";
import { useSelection } from "#app/ui/admin/list/use-selection.ts";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
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

/** The newsletter's subscriptions. */
export default function SubscriptionListPage() {
  const actions = useSubscriptionActions();
  const subscriptions = useSubscriptions(actions);
  const { filter, query, entries, shown, selected } = subscriptions;
  useListKeys(selected.toggle);
  return (
    <AdminList
      heading="All Subscription"
      subline={filter.line}
      bar={
        (filter.isOn || (query.data && query.data.pages[0]?.data.length !== 0)) && (
          <>
            <Filter subscriptions={subscriptions} />
            {shown.length > 0 && <SelectionBar subscriptions={subscriptions} actions={actions} />}
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
      error={listError(query)}
      onRetry={query.refetch}
      layout="rows"
      keyOf={(subscription) => subscription.slug}
      foot={<ShowMore query={query} />}
    >
      {(subscription) => (
        <SubscriptionRow
          subscription={subscription}
          isBusy={actions.isBusy(subscription.slug)}
          onAskAgain={() => actions.askAgain(subscription)}
          onDelete={() => actions.askDelete(subscription)}
        />
      )}
    </AdminList>
  );
}

type Actions = ReturnType<typeof useSubscriptionActions>;
type Subscriptions = ReturnType<typeof useSubscriptions>;

/** The subscriptions that match the filter in the URL, as far as they are loaded, and which of them are selected. */
function useSubscriptions({ isGone }: Actions) {
  const filter = useFilter(["state"], "subscriptions");
  const asked = filter.values.state;
  const which = { q: filter.q, state: Object.hasOwn(states, asked) ? asked : "" };
  const query = useInfiniteQuery(subscriptionList(which));
  const total = useQuery(subscriptionTotal(which)).data;
  const entries = query.data?.pages.flatMap((page) => page.data).filter((each) => !isGone(deletionId(each)));
  const shown = entries?.map(({ slug }) => slug) ?? [];
  const selected = useSelection(JSON.stringify(which), shown);
  const { isAll, except, slugs } = selected.selection;
  const selection = () => (isAll ? allOf(which, selected.first ?? "", [...except]) : { slugs: [...slugs] });
  return { filter, which, query, total, entries, shown, selected, count: selected.countOf(total), selection };
}

function Filter({ subscriptions: { filter, which, total } }: { subscriptions: Subscriptions }) {
  return (
    <InboxFilter
      what="subscriptions"
      q={filter.q}
      example="A word of an address"
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
  );
}

function SelectionBar({ subscriptions, actions }: { subscriptions: Subscriptions; actions: Actions }) {
  const { query, selected, count, shown, total, selection } = subscriptions;
  const isBusy = actions.isBusy("many");
  return (
    <BulkBar selected={selected} count={count} shown={shown.length} total={total} hasMore={query.hasNextPage}>
      <ActionButton glyph={download} label="Export" disabled={isBusy} onClick={() => actions.exportMany(selection())} />
      <ActionButton
        glyph={trash}
        label="Delete selected"
        isDanger
        disabled={isBusy}
        onClick={() => actions.askDeleteMany(selection(), count, selected.clear)}
      />
    </BulkBar>
  );
}

const counted = (total: number) => (total === 1 ? "1 address" : `${total.toLocaleString("en-GB")} addresses`);

function useSubscriptionActions() {
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const { isBusy, attempt } = useBusy();
  const reload = () => client.invalidateQueries({ queryKey: ["subscription"] }, { throwOnError: true });
  const askAgain = (subscription: Subscription): Promise<void> =>
    attempt(subscription.slug, `${subscription.email} could not be asked again.`, async () => {
      await askSubscriberAgain(subscription.slug);
      showSuccess(`${subscription.email} is asked again.`);
      await reload().catch(() => undefined);
    });
  const askDelete = (subscription: Subscription) =>
    ask({
      id: deletionId(subscription),
      name: subscription.email,
      remove: () => removeSubscription(subscription.slug),
      trash: { kind: "subscription", id: subscription.slug },
      reload,
    });
  const askDeleteMany = (selection: SubscriptionSelection, count: number, done: () => void) => {
    const remove = async () => {
      const deleted = await removeSubscriptions(selection);
      done();
      return { ...deleted, undo: () => undoSubscriptions(deleted.id) };
    };
    ask(deletionOfMany({ count, what: counted, remove, reload }));
  };
  const exportMany = (selection: SubscriptionSelection): Promise<void> =>
    attempt("many", "The subscriptions could not be exported.", () => exportSelected(selection));
  return { askAgain, isBusy, askDelete, askDeleteMany, exportMany, isGone };
}
