import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { PageName } from "#app/site/render/page-data.ts";

/** Active filters of the portfolio; a project has to match all of them. */
export interface PortfolioFilter {
  sector?: string;
  technology?: string;
}

/** What a page's load is given: the outside world, the site's words with edits and names in place, and the parts of its address. */
export interface LoadContext {
  deps: Deps;
  content: SiteContent;
  params: string[];
  filter?: PortfolioFilter | undefined;
}

/** What stands in a page's head beside what all pages share. */
export interface Head {
  title: string;
  description: string;
  /** Path of the one true address; none on pages that are not to be found. */
  canonical?: string;
  /** Name of the share picture, as in /share/{name}.png. */
  share: string;
  jsonLd: object[];
}

export interface Loaded {
  page: PageName;
  props: object;
  /** Props that are used on the server only and not sent to the browser (app/ui/site/server-drawn.tsx). */
  serverProps?: object;
  head: Head;
  status: number;
  /** Shown to one visitor alone and kept nowhere. */
  isPersonal?: boolean;
}

export interface Redirect {
  redirect: string;
}

export type Load = (context: LoadContext) => Promise<Loaded | Redirect>;
