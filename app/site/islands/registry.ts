import { ContactForm } from "#app/features/quote/contact-form.tsx";
import { QuoteForm } from "#app/features/quote/quote-form.tsx";
import { NewsletterForm } from "#app/features/subscription/newsletter-form.tsx";
import { ReviewCarousel } from "#app/site/sections/review-carousel.tsx";

/**
 * The parts of public pages that React owns in the browser, by name; the rest of a page is never rendered again. None
 * contains another. Each has to name its fields' ids itself: on the server it is part of a page, in the browser a root.
 */
export const islands = {
  contact: ContactForm,
  newsletter: NewsletterForm,
  quote: QuoteForm,
  reviews: ReviewCarousel,
};

export type IslandName = keyof typeof islands;
