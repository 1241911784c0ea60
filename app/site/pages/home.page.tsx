import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { refusalOf } from "#app/site/layout/site.layout.tsx";
import type { Frame, ProjectCard, ReviewCard } from "#app/site/render/page-data.ts";
import { Contact } from "#app/site/sections/contact.tsx";
import { Counters } from "#app/site/sections/counters.tsx";
import { EngagementModels } from "#app/site/sections/engagement-models.tsx";
import { HeroCarousel, type HeroCarouselProps } from "#app/site/sections/hero-carousel.tsx";
import { Industries } from "#app/site/sections/industries.tsx";
import { RecentWork } from "#app/site/sections/recent-work.tsx";
import { ServiceList } from "#app/site/sections/service-list.tsx";
import { Services } from "#app/site/sections/services.tsx";
import { Testimonials } from "#app/site/sections/testimonials.tsx";

export interface HomeProps {
  content: Pick<SiteContent, "home" | "figures" | "engagement" | "company">;
  seamLabels: HeroCarouselProps["seamLabels"];
  hero: HeroCarouselProps["pictures"];
  /** The first four of the portfolio. */
  projects: ProjectCard[];
  reviews: ReviewCard[];
}

export default function HomePage({
  content: { home, figures, engagement, company },
  hero,
  seamLabels,
  projects,
  reviews,
  frame,
}: HomeProps & { frame: Frame }) {
  return (
    <>
      <HeroCarousel slides={home.heroSlides} pictures={hero} seamLabels={seamLabels} />
      <Services {...home.services} tiles={home.serviceTiles} />
      <ServiceList heading={home.serviceListHeading} services={home.serviceList} />
      <RecentWork {...home.projects} projects={projects} />
      <EngagementModels heading={home.modelsHeading} engagement={engagement} />
      <Industries heading={home.industriesHeading} industries={home.industries} />
      <Testimonials heading={home.reviewsHeading} reviews={reviews} />
      <Counters figures={figures} />
      <Contact
        {...home.contact}
        company={company}
        form={{ words: frame.content.quotePanel.sent, refusal: refusalOf(frame, "contact") }}
      />
    </>
  );
}
