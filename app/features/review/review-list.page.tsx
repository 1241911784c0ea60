import { useQuery, useQueryClient } from "@tanstack/react-query";
import { saveOrder } from "#app/features/order/order.queries.ts";
import { AdminList } from "#app/ui/admin-list.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Card } from "#app/ui/card.tsx";
import { useDeletion } from "#app/ui/confirm-delete.tsx";
import { CardMenu } from "#app/ui/menu.tsx";
import type { Review } from "./review.contract.ts";
import { removeReview, reviewList } from "./review.queries.ts";
import styles from "./review-list.page.module.css";

const deletionId = ({ slug }: Review) => `review:${slug}`;

export default function ReviewListPage() {
  const { data, error, refetch } = useQuery(reviewList());
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const askDelete = (review: Review) =>
    ask({
      id: deletionId(review),
      name: `the review of ${review.fullName}`,
      remove: () => removeReview(review.slug),
      trash: { kind: "review", id: review.slug },
      reload: () => client.invalidateQueries({ queryKey: ["review"] }, { throwOnError: true }),
    });
  return (
    <AdminList
      heading="All Reviews"
      empty={{
        heading: "Reviews Not Found!",
        text: "Nothing here yet. The first review you add will also appear on the home page.",
      }}
      add={{ to: "/review/create", label: "Add Review" }}
      entries={data?.filter((review) => !isGone(deletionId(review)))}
      error={error}
      onRetry={refetch}
      layout="two"
      keyOf={(review) => review.slug}
      order={{
        nameOf: (review) => review.fullName,
        save: async (slugs) => {
          await saveOrder("review", slugs);
          await client.invalidateQueries({ queryKey: ["review"] });
        },
      }}
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
