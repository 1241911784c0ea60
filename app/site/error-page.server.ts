import { plainHeading } from "#app/ui/drawn-heading.tsx";
import type { SiteContent } from "./content/site-content.ts";
import type { GoneProps } from "./gone.page.tsx";
import type { Loaded } from "./load.server.ts";
import type { NotFoundProps } from "./not-found.page.tsx";

/** A real 404, with header and footer. */
export function notFoundPage({ notFound, pageTitles }: SiteContent): Loaded {
  const props: NotFoundProps = { words: notFound };
  const head = { ...pageTitles.notFound, share: "home", jsonLd: [] };
  return { page: "not-found", props, head, status: 404 };
}

/** What was taken down answers 410 and offers the list it stood in; its address never shows anything else. */
export function gonePage({ gone, company }: SiteContent, list: GoneProps["list"]): Loaded {
  const props: GoneProps = { words: gone, list };
  const head = {
    title: `${plainHeading(gone.heading)} | ${company.name}`,
    description: gone.text,
    share: "home",
    jsonLd: [],
  };
  return { page: "gone", props, head, status: 410 };
}
