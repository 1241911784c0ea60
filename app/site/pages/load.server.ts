import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import type { Deps } from "#app/platform/deps.ts";

/** Active filters of the portfolio; a project has to match all of them. */
export interface PortfolioFilter {
  sector?: string;
  technology?: string;
}

/**
 * Input of a page's load function: dependencies, site content with edits and names filled in, and the groups matched in
 * the path.
 */
export interface LoadContext {
  deps: Deps;
  content: SiteContent;
  params: string[];
  filter?: PortfolioFilter | undefined;
}

/** The parts of a page's head that differ between pages. */
export interface Head {
  title: string;
  description: string;
  /** Canonical path; absent on pages that must not be indexed. */
  canonical?: string;
  /** Name of the share picture, as in /share/{name}.png. */
  share: string;
  /** Changes with what that picture shows besides the title, the description and the theme. */
  look?: string;
  jsonLd: object[];
}

export interface Loaded {
  /** The name of its component: `home` for home.page.tsx. */
  page: string;
  props: object;
  head: Head;
  status: number;
  /** Shown to a single visitor; must not be cached. */
  isPersonal?: boolean;
}

export interface Redirect {
  redirect: string;
}

export type Load = (context: LoadContext) => Promise<Loaded | Redirect>;
