import { contentTypes } from "#app/platform/content/content-types.ts";
import { type ContentType, labelOf, listPath } from "#app/shared/content-type.ts";
import { browser, clock, type Glyph, image, inbox, mail, newspaper, person, trash, undo } from "#app/ui/glyphs.ts";

export interface NavLine {
  label: string;
  /** Path below /admin. */
  to: string;
  glyph: Glyph;
  /** Other words under which people search for the screen. */
  also?: string;
}

const lineFor = (type: ContentType): NavLine => ({ label: labelOf(type), to: listPath(type), glyph: type.glyph });
const [project, ...specified] = contentTypes.filter(({ specified }) => specified !== undefined).map(lineFor);

/** The lines of the side bar in groups: first the specification's six, with its labels and order. */
export const nav: NavLine[][] = [
  [
    project as NavLine,
    { label: "Quote", to: "/quote", glyph: inbox, also: "leads inbox contact messages" },
    { label: "Subscription", to: "/subscription", glyph: newspaper, also: "newsletter subscribers" },
    ...specified,
  ],
  contentTypes.filter(({ specified }) => specified === undefined).map(lineFor),
  [
    { label: "Today", to: "/today", glyph: clock, also: "overview dashboard home backup" },
    { label: "Site", to: "/site", glyph: browser, also: "texts content company settings" },
    { label: "Pictures", to: "/pictures", glyph: image, also: "images media uploads" },
    { label: "Mail", to: "/mail", glyph: mail, also: "email smtp outbox" },
    { label: "Personal data", to: "/personal-data", glyph: person, also: "privacy gdpr erase retention" },
    { label: "Trash", to: "/trash", glyph: trash, also: "deleted bin" },
    { label: "Activity", to: "/activity", glyph: undo, also: "log changes" },
  ],
].filter((group) => group.length > 0);

const lines = nav.flat();

/**
 * The line of the side bar to highlight for a path below /admin. Forms and project details belong to their list, a
 * history to its content type; the account has none.
 */
export function lineOf(path: string): NavLine | undefined {
  const [, top = "", noun = "", slug = ""] = path.toLowerCase().split("/");
  if (top === "account") return undefined;
  const name = noun === "order" ? slug : noun;
  const type = top === "history" ? contentTypes.find((each) => each.name === name) : undefined;
  const first = type ? listPath(type) : `/${top === "history" ? name : top}`;
  return lines.find((line) => line.to === first) ?? lines[0];
}
