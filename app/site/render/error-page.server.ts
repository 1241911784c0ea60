import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import type { GoneProps } from "#app/site/pages/gone.page.tsx";
import type { Loaded } from "#app/site/pages/load.server.ts";
import type { NotFoundProps } from "#app/site/pages/not-found.page.tsx";
import { plainHeading } from "#app/ui/site/drawn-heading.tsx";

export function notFoundPage({ notFound, pageTitles, details }: SiteContent): Loaded {
  const props: NotFoundProps = { words: notFound, seamLabels: [details.drawn, details.built] };
  const head = { ...pageTitles.notFound, share: "home", jsonLd: [] };
  return { page: "not-found", props, head, status: 404 };
}

/** The 410 page of a deleted entry, with a link to its list. The entry's address is never reused. */
export function gonePage({ gone, company, details }: SiteContent, list: GoneProps["list"]): Loaded {
  const props: GoneProps = { words: gone, seamLabels: [details.drawn, details.built], list };
  const head = {
    title: `${plainHeading(gone.heading)} | ${company.name}`,
    description: gone.text,
    share: "home",
    jsonLd: [],
  };
  return { page: "gone", props, head, status: 410 };
}
