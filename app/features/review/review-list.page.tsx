import { contentQueries } from "#app/features/content/content.queries.ts";
import { useEntryList } from "#app/features/sort-order/sort-order.queries.ts";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { Avatar } from "#app/ui/admin/avatar.tsx";
import { Card } from "#app/ui/admin/card.tsx";
import { useDeletion } from "#app/ui/admin/confirm-delete.tsx";
import { ShowMore } from "#app/ui/admin/inbox.tsx";
import { useFilter } from "#app/ui/admin/inbox-filter.tsx";
import { ListBar, ListLine } from "#app/ui/admin/list-bar.tsx";
import { CardMenu } from "#app/ui/admin/menu.tsx";
import { tellMoved } from "#app/ui/admin/sort-order-notice.tsx";
import { type Review, reviewType } from "./review.type.ts";

import styles from "./review-list.page.module.css";

const queries = contentQueries(reviewType);

const names = ["review", "reviews"] as const;

const deletionId = ({ slug }: Review) => `review:${slug}`;

export default function ReviewListPage() {
  const filter = useFilter([], names[1]);
  const list = useEntryList("review", queries.read, filter.q);
  const { ask, isGone } = useDeletion();
  const askDelete = (review: Review) =>
    ask({
      id: deletionId(review),
      name: `the review of ${review.fullName}`,
      remove: () => queries.remove(review.slug),
      trash: { kind: "review", id: review.slug },
      reload: list.reload,
    });
  const entries = list.entries?.filter((review) => !isGone(deletionId(review)));
  const total = list.total - ((list.entries?.length ?? 0) - (entries?.length ?? 0));
  return (
    <AdminList
      heading="All Reviews"
      subline={filter.line || (total > 0 && <ListLine total={total} names={names} history="/history/order/review" />)}
      bar={list.entries && <ListBar what={names[1]} q={filter.q} total={total} onSearch={(q) => filter.set("q", q)} />}
      empty={
        filter.isOn
          ? { text: `None of the ${names[1]} holds “${filter.q}”.` }
          : {
              heading: "Reviews Not Found!",
              text: "Nothing here yet. The first review you add will also appear on the home page.",
            }
      }
      add={{ to: "/review/create", label: "Add Review" }}
      entries={entries}
      error={list.query.error}
      onRetry={list.query.refetch}
      layout="two"
      keyOf={(review) => review.slug}
      order={
        filter.isOn
          ? undefined
          : {
              nameOf: (review) => review.fullName,
              total,
              save: async (move) => {
                const undo = await list.move(move.key, move.to);
                if (undo) tellMoved(move, undo);
              },
            }
      }
      foot={<ShowMore query={list.query} />}
    >
      {(review, index) => <ReviewCard review={review} place={index} onDelete={() => askDelete(review)} />}
    </AdminList>
  );
}

/** Without a picture a review shows the same joint as on the site, by its place. */
function ReviewCard({ review, place, onDelete }: { review: Review; place: number; onDelete: () => void }) {
  const { slug, fullName, company, feedback, profileImage, isSample } = review;
  const title = (
    <span className={styles.person}>
      <Avatar
        image={profileImage || `/art/avatars/review-${(place % 5) + 1}.svg`}
        name={fullName}
        className={styles.image}
      />
      <span>
        <span className={styles.name}>{fullName}</span>
        <span className={styles.company}>{company}</span>
      </span>
    </span>
  );
  return (
    <Card
      title={title}
      isDraft={!review.published}
      menu={
        <CardMenu
          name={`the review of ${fullName}`}
          update={`/review/update/${slug}`}
          history={`/history/review/${slug}`}
          onDelete={onDelete}
        />
      }
    >
      <p className={styles.feedback} dir="auto">
        {feedback}
      </p>
      {isSample && <p className={styles.sample}>Sample that came with the site. Replace it with what a client said.</p>}
    </Card>
  );
}
