import { plainHeading } from "#app/ui/drawn-heading.tsx";
import { filledIn } from "./content/words.ts";
import { breadcrumbs } from "./json-ld.server.ts";
import type { Load } from "./load.server.ts";
import type { PrivacyProps } from "./privacy.page.tsx";

/** /privacy. The periods are the settings by which the server erases, so that the page cannot promise anything else. */
export const loadPrivacy: Load = async ({ deps: { config }, content: { privacy, company } }) => {
  const values = {
    quotes: keptFor(privacy.keepQuotesDays, "We keep them until you ask us to erase them.", "They are erased"),
    newsletter: keptFor(
      privacy.keepSubscriptionsDays,
      "An address that has left stays on our list of those not to write to, until you ask us to erase it.",
      "An address that was never confirmed or has left is erased",
    ),
    email: company.notifyEmail,
  };
  const props: PrivacyProps = {
    heading: privacy.heading,
    lead: privacy.lead,
    sections: privacy.sections.map(({ title, text }) => ({ title, text: filledIn(text, values) })),
  };
  const head = {
    title: `Privacy | ${company.name}`,
    description: `${plainHeading(privacy.heading)}. ${privacy.lead}`,
    canonical: "/privacy",
    share: "home",
    jsonLd: [breadcrumbs(config, [["Privacy", "/privacy"]])],
  };
  return { page: "privacy", props, head, status: 200 };
};

const keptFor = (days: number, always: string, erased: string) =>
  days === 0 ? always : `${erased} after ${days} ${days === 1 ? "day" : "days"}.`;
