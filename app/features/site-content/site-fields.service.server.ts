import { type ContentField, contentSections } from "./defaults/sections.ts";

/** The leaves of the site's content that an editor may change, by path. */
export const siteFields: ReadonlyMap<string, ContentField> = new Map(
  contentSections.flatMap(({ fields }) => fields.map((field) => [field.path, field] as const)),
);

const names = new Map(
  contentSections.flatMap(({ title, fields }) =>
    fields.map(({ path, label }) => [path, `${title}: ${label}`] as const),
  ),
);

/** The name of a text as lists show it, "Home: Heading"; undefined for a path that this release does not have. */
export const siteFieldName = (path: string): string | undefined => names.get(path);
