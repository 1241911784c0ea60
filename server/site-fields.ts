import type { SiteFields } from "#app/features/site-content/site-content.service.server.ts";
import { contentSections } from "#app/site/content/sections.ts";

/** The leaves of the site's content that an editor may change, by path. */
export const siteFields: SiteFields = new Map(
  contentSections.flatMap(({ fields }) => fields.map((field) => [field.path, field] as const)),
);
