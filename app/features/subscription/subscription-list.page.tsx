import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { mailTo } from "#app/shared/mail-to.ts";
import { AdminList } from "#app/ui/admin-list.tsx";
import { useDeletion } from "#app/ui/confirm-delete.tsx";
import { DeleteButton, InboxRow, Moment, ShowMore, useFilter } from "#app/ui/inbox.tsx";
import type { Subscription } from "./subscription.contract.ts";
import { removeSubscription, subscriptionList } from "./subscription.queries.ts";
import styles from "./subscription-list.page.module.css";

const deletionId = ({ slug }: Subscription) => `subscription:${slug}`;

export default function SubscriptionListPage() {
  const filter = useFilter("subscriptions");
  const query = useInfiniteQuery(subscriptionList(filter.q));
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const askDelete = (subscription: Subscription) =>
    ask({
      id: deletionId(subscription),
      name: subscription.email,
      remove: () => removeSubscription(subscription.slug),
      reload: () => client.invalidateQueries({ queryKey: ["subscription"] }, { throwOnError: true }),
    });
  return (
    <AdminList
      heading="All Subscription"
      subline={filter.line}
      empty={{
        text: filter.q
          ? "No subscription matches."
          : "Nobody has subscribed yet. Addresses from the newsletter form at the foot of every page arrive here.",
      }}
      entries={query.data?.pages.flatMap((page) => page.data).filter((each) => !isGone(deletionId(each)))}
      error={query.error}
      onRetry={query.refetch}
      layout="rows"
      keyOf={(subscription) => subscription.slug}
      foot={<ShowMore query={query} />}
    >
      {(subscription) => <SubscriptionRow subscription={subscription} onDelete={() => askDelete(subscription)} />}
    </AdminList>
  );
}

function SubscriptionRow({
  subscription: { slug, email, createdAt },
  onDelete,
}: {
  subscription: Subscription;
  onDelete: () => void;
}) {
  return (
    <InboxRow action={<DeleteButton of={slug} onClick={onDelete} />}>
      <div className={styles.who}>
        <h2 id={slug} className={styles.email}>
          <a href={mailTo(email)}>{email}</a>
        </h2>
        <p className={styles.since}>
          Since <Moment at={createdAt} />
        </p>
      </div>
    </InboxRow>
  );
}
