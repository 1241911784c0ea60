import type { PreviewPage } from "#app/shared/public-pages.ts";
import { declaredContent } from "./site-content.ts";
import { SiteList, type SiteRow, SiteText, type TextDetails, type TextKind } from "./site-text.ts";

/** One leaf of the site's content, as a form field. `of`: the path of its picture. */
export interface ContentField extends TextDetails {
  path: string;
  label: string;
  /** The part of the section it belongs to, such as "Hero slide 1"; "" for the section's own texts. */
  group: string;
  /** Its name within the group. */
  name: string;
  kind: TextKind;
  /** Whether it supports `[word]` and ` / ` (app/ui/site/drawn-heading.tsx). */
  isHeading: boolean;
  /** Whether leaving it empty would leave a gap in the page. Kinds with special inputs are never empty anyway. */
  isRequired: boolean;
  /** The built-in value. */
  fallback: string | number | boolean | SiteRow[];
}

export interface ContentSection {
  key: string;
  title: string;
  /** The page that shows its texts; absent for email texts. */
  page?: ContentPage;
  fields: ContentField[];
}

/** `gone` is the page of a project that has been taken down. */
export type ContentPage = PreviewPage | "gone";

const sections: Record<keyof typeof declaredContent, [title: string, page?: ContentPage]> = {
  company: ["Company", "home"],
  theme: ["Theme", "home"],
  figures: ["Figures", "home"],
  home: ["Home", "home"],
  engagement: ["Engagement models", "about"],
  about: ["About Us", "about"],
  portfolio: ["Portfolio", "portfolio"],
  details: ["Project details", "details"],
  career: ["Career", "career"],
  quotePanel: ["Quote panel", "quote"],
  footer: ["Footer", "home"],
  mail: ["Mail to visitors"],
  newsletter: ["Newsletter pages"],
  privacy: ["Privacy", "privacy"],
  notFound: ["Page not found", "not-found"],
  gone: ["Page taken down", "gone"],
  pageTitles: ["Titles for search engines"],
};

/** The editable content by section, in page order. */
export const contentSections: ContentSection[] = Object.entries(sections).map(([key, [title, page]]) => ({
  key,
  title,
  page,
  fields: fieldsOf(declaredContent[key as keyof typeof declaredContent], key),
}));

/** A field for each text declared below `path`; fixed values have none. `labels`: those of the branches above it. */
export function fieldsOf(declared: unknown, path: string, labels: string[] = []): ContentField[] {
  if (declared instanceof SiteText) {
    const { kind, fallback, isHeading, options } = declared;
    const { label: _, optional, of, ...details } = options;
    const [label, group, name] = [labels, labels.slice(0, -1), labels.slice(-1)].map(sentence) as [
      string,
      string,
      string,
    ];
    const own = { ...details, ...(of && { of: path.replace(/[^.]+$/, of) }) };
    return [{ path, label, group, name, kind, isHeading, isRequired: kind === "text" && !optional, ...own, fallback }];
  }
  const branch = labels.slice(0, -1);
  if (declared instanceof SiteList)
    return declared.entries.flatMap((entry, index) =>
      fieldsOf(entry, `${path}.${index}`, [...branch, `${declared.label} ${index + 1}`]),
    );
  if (typeof declared !== "object" || declared === null) return [];
  return Object.entries(declared).flatMap(([key, value]) =>
    fieldsOf(value, `${path}.${key}`, [...labels, (value instanceof SiteText && value.options.label) || spaced(key)]),
  );
}

function spaced(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function sentence(labels: string[]): string {
  const [first = "", ...rest] = labels;
  return [
    first.charAt(0).toUpperCase() + first.slice(1),
    ...rest.map((label) => label.charAt(0).toLowerCase() + label.slice(1)),
  ].join(", ");
}
