import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import type { FieldError } from "#app/shared/app-error.ts";
import type { LogoPictures } from "#app/ui/logo.tsx";
import type { Photo } from "#app/ui/picture.tsx";
import type { Seam } from "#app/ui/seam.ts";

/** Data that header, footer and forms need on every page. */
export interface Frame {
  /** Lower-cased, without a trailing slash. */
  path: string;
  content: Pick<SiteContent, "company" | "footer" | "quotePanel"> & {
    /** The invitation that every page ends with. */
    contact: SiteContent["home"]["contact"];
    logo?: LogoPictures;
  };
  /** The current year in the site's time zone. */
  year: number;
  /** A form refused without JavaScript, rendered again with its values and errors. */
  form?: FormFailure;
}

export interface FormFailure {
  name: "quote" | "contact" | "subscription";
  values: Record<string, string>;
  message: string;
  errors: FieldError[];
}

export type { Photo };

/** A picture in both states; `drawn` is null if only the built one exists. */
export interface Pair {
  built: Photo | null;
  drawn: Photo | null;
  seam: Seam | null;
  /** Replaces the usual alternative text. */
  alt?: string;
}

/** A project in a list. `number` is its permanent address, `place` its position in the portfolio, counted from one. */
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
  profileImage: Photo;
  alt: string;
}
