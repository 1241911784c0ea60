import {
  briefcase,
  browser,
  checklist,
  folder,
  type Glyph,
  help,
  inbox,
  mail,
  newspaper,
  person,
  speech,
  trash,
} from "#app/ui/glyphs.ts";

export interface NavLine {
  label: string;
  /** Below /admin. */
  to: string;
  glyph: Glyph;
}

/** The side bar, in the specification's words and order. */
export const nav: NavLine[] = [
  { label: "Project", to: "/", glyph: folder },
  { label: "Quote", to: "/quote", glyph: inbox },
  { label: "Subscription", to: "/subscription", glyph: newspaper },
  { label: "Jobs", to: "/job", glyph: briefcase },
  { label: "Faq", to: "/faq", glyph: help },
  { label: "Review", to: "/review", glyph: speech },
  // Ours, beside the specification's.
  { label: "Overview", to: "/overview", glyph: checklist },
  { label: "Site", to: "/site", glyph: browser },
  { label: "Mail", to: "/mail", glyph: mail },
  { label: "Personal data", to: "/personal-data", glyph: person },
  { label: "Trash", to: "/trash", glyph: trash },
];

/** The line that a path (below /admin) belongs to: forms and details of projects have paths of their own, a history belongs to its noun, the account has no line. */
export function lineOf(path: string): NavLine | undefined {
  const [, top = "", noun = "", slug = ""] = path.toLowerCase().split("/");
  const first = `/${top !== "history" ? top : noun === "order" ? slug : noun}`;
  if (first === "/account") return undefined;
  return nav.find((line) => line.to === first) ?? nav[0];
}
