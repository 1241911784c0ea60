import { Island } from "#app/site/islands/island.tsx";
import type { ReviewCard } from "#app/site/render/page-data.ts";
import { DrawnHeading, plainHeading } from "#app/ui/site/drawn-heading.tsx";

/** The reviews, in a carousel; without any, nothing is rendered. */
export function Testimonials({ heading, reviews }: { heading: string; reviews: ReviewCard[] }) {
  if (reviews.length === 0) return null;
  return (
    <section
      className="section"
      data-hydrate-in-view=""
      aria-roledescription="carousel"
      aria-label={plainHeading(heading)}
    >
      <div className="wrap">
        <div className="head">
          <DrawnHeading className="h2" text={heading} />
        </div>
        <Island name="reviews" props={{ reviews }} />
      </div>
    </section>
  );
}
