import { contentSections } from "./defaults/sections.ts";
import type { SiteFields } from "./site-content.service.server.ts";

/** The leaves of the site's content that an editor may change, by path. */
export const siteFields: SiteFields = new Map(
  contentSections.flatMap(({ fields }) => fields.map((field) => [field.path, field] as const)),
);
