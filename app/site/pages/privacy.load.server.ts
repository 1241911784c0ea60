import { filledIn } from "#app/features/site-content/defaults/words.ts";
import { publicEmail } from "#app/features/site-content/public-email.service.server.ts";
import { breadcrumbs } from "#app/site/seo/json-ld.server.ts";
import type { Load } from "./load.server.ts";
import type { PrivacyProps } from "./privacy.page.tsx";

/**
 * /privacy. The retention periods shown are the settings that the server applies, so that the page cannot promise
 * anything else.
 */
export const loadPrivacy: Load = async ({ deps: { config }, content: { privacy, company, pageTitles } }) => {
  const values = {
    quotes: keptFor(privacy.keepQuotesDays, privacy.quotesKept, privacy.quotesErased),
    newsletter: keptFor(privacy.keepSubscriptionsDays, privacy.addressesKept, privacy.addressesErased),
    email: publicEmail(company),
  };
  const props: PrivacyProps = {
    heading: privacy.heading,
    lead: privacy.lead,
    sections: privacy.sections.map(({ title, text }) => ({ title, text: filledIn(text, values) })),
    email: values.email,
  };
  const head = {
    ...pageTitles.privacy,
    canonical: "/privacy",
    share: "home",
    jsonLd: [breadcrumbs(config, [["Privacy", "/privacy"]])],
  };
  return { page: "privacy", props, head, status: 200 };
};

/** Fills `{days}` in `erased` with the number and its unit. */
const keptFor = (days: number, always: string, erased: string) =>
  days === 0 ? always : filledIn(erased, { days: `${days} ${days === 1 ? "day" : "days"}` });
