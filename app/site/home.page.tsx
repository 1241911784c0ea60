import { Contact } from "./contact.tsx";
import { Counters } from "./counters.tsx";
import { EngagementModels } from "./engagement-models.tsx";
import { HeroCarousel } from "./hero-carousel.tsx";
import { Industries } from "./industries.tsx";
import type { HomeProps } from "./page-data.ts";
import { RecentWork } from "./recent-work.tsx";
import { ServiceList } from "./service-list.tsx";
import { Services } from "./services.tsx";
import { Testimonials } from "./testimonials.tsx";

export default function HomePage({
  content: { home, figures, engagement, company },
  hero,
  projects,
  reviews,
}: HomeProps) {
  return (
    <>
      <HeroCarousel slides={home.heroSlides} pictures={hero} />
      <Services {...home.services} tiles={home.serviceTiles} />
      <ServiceList heading={home.serviceListHeading} services={home.serviceList} />
      <RecentWork {...home.projects} projects={projects} />
      <EngagementModels heading={home.modelsHeading} engagement={engagement} isSplit />
      <Industries heading={home.industriesHeading} industries={home.industries} />
      <Testimonials heading={home.reviewsHeading} reviews={reviews} />
      <Counters figures={figures} />
      <Contact {...home.contact} company={company} />
    </>
  );
}
