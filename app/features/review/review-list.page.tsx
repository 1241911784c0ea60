import type { ReactNode } from "react";
import { EntryList } from "#app/features/content/entry-list.page.tsx";
import { reviewAvatar } from "#app/shared/built-in-picture.ts";
import { Avatar } from "#app/ui/admin/control/avatar.tsx";
import { Card, SampleNote } from "#app/ui/admin/list/card.tsx";
import { type Review, reviewType } from "./review.type.ts";
import styles from "./review-list.page.module.css";

export default function ReviewListPage() {
  return (
    <EntryList<Review> type={reviewType} layout="two" nameOf={({ fullName }) => `the review of ${fullName}`}>
      {(review, { menu, place }) => <ReviewCard review={review} place={place} menu={menu} />}
    </EntryList>
  );
}

/** A review without a picture shows the same joint as on the site, chosen by its position. */
function ReviewCard({ review, place, menu }: { review: Review; place: number; menu: ReactNode }) {
  const { fullName, company, feedback, profileImage, isSample } = review;
  const title = (
    <span className="line gap-16">
      <Avatar image={profileImage || reviewAvatar(place)} name={fullName} className={styles.image} />
      <span>
        <span className={styles.name}>{fullName}</span>
        <span className={styles.company}>{company}</span>
      </span>
    </span>
  );
  return (
    <Card title={title} isUnpublished={!review.published} menu={menu}>
      <p className={styles.feedback} dir="auto">
        {feedback}
      </p>
      {isSample && <SampleNote text="Sample that came with the site. Replace it with what a client said." />}
    </Card>
  );
}
