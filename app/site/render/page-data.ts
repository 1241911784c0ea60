import type { HeroSlide, SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import type { FieldError } from "#app/shared/app-error.ts";
import type { Photo } from "#app/ui/picture.tsx";
import type { Seam } from "#app/ui/seam.ts";

// What one document carries from the server to the script that hydrates it: the page's name and what the page was drawn from.
// Types only; the names double as the keys under which the entry finds each page's component.

export type PageName =
  | "home"
  | "portfolio"
  | "details"
  | "about"
  | "career"
  | "opening"
  | "not-found"
  | "gone"
  | "sent"
  | "newsletter"
  | "privacy";

export interface PageData<Props = unknown> {
  page: PageName;
  frame: Frame;
  props: Props;
}

/** What header, footer and quote panel need on every page. */
export interface Frame {
  /** Lower-cased, without a trailing slash. */
  path: string;
  content: Pick<SiteContent, "company" | "footer" | "quotePanel">;
  /** The current one in the site's time zone. */
  year: number;
  /** A form that was refused with scripts off: it is shown again with what was typed and why. */
  form?: FormFailure;
}

export interface FormFailure {
  name: "quote" | "contact" | "subscription";
  values: Record<string, string>;
  message: string;
  errors: FieldError[];
}

export type { Photo };

/** One picture in its two states; `drawn` is null where only the built one exists. */
export interface Pair {
  built: Photo | null;
  drawn: Photo | null;
  seam: Seam | null;
}

/** A project as a list shows it. `number` is its address, `place` its position in the portfolio, counted from one. */
export interface ProjectCard extends Pair {
  number: number;
  place: number;
  title: string;
  description: string;
  technology: string[];
}

/** A testimonial: para, name, rank and img of the specification. */
export interface ReviewCard {
  slug: string;
  fullName: string;
  company: string;
  feedback: string;
  profileImage: Photo | null;
}

export interface HomeProps {
  content: Pick<SiteContent, "home" | "figures" | "engagement" | "company">;
  /** In the order of content.home.heroSlides. */
  hero: (Pick<HeroSlide, "imgText"> & Pair)[];
  /** The first four. */
  projects: ProjectCard[];
  reviews: ReviewCard[];
}
