import { isColour } from "#app/shared/colour.ts";
import { limits } from "#app/shared/limits.ts";
import { colourObjection, contrastsOf, shownRatio, type ThemeColour } from "#app/shared/theme.ts";
import type { FormColumn, FormField, FormFields } from "#app/ui/admin/form/fields.ts";
import { wordsOf } from "./defaults/rows.ts";
import type { ContentField } from "./defaults/sections.ts";
import type { SiteRows } from "./defaults/site-text.ts";

/**
 * A text of the site as a field of a form, by its path, with what belongs to the same picture: the picture, its
 * alternative text and its focal point. `texts`: those of its section, or all.
 */
export function siteFormFields(
  texts: readonly ContentField[],
  text: ContentField,
  labelOf: (text: ContentField) => string,
): FormFields {
  const picture = text.of ?? text.path;
  const parts = texts.filter(({ path, of }) => path === picture || of === picture);
  return Object.fromEntries(parts.map((part) => [part.path, fieldOf(part, labelOf(part))]));
}

function fieldOf(text: ContentField, label: string): FormField {
  const { kind, role, of = "", frames = [], minWidth, rows } = text;
  const shared = { label, hint: hintOf(text) };
  if (kind === "logo") return { ...shared, kind: "image", minWidth: 360, isWhole: true };
  if (kind === "image") return { ...shared, kind, minWidth, builtIn: String(text.fallback) };
  if (kind === "rows") return { ...shared, kind: "objectList", most: limits.listEntries, ...listOf(rows) };
  if (kind === "alt") return { label, kind, of };
  if (kind === "focalPoint") return { label, kind, of, frames };
  if (kind !== "colour") return { ...shared, kind };
  return {
    ...shared,
    kind,
    rules: {
      problem: (value) => {
        const reason = role && colourObjection(role, value);
        return reason && `${label} ${reason}`;
      },
      pairs: (value) => (role && isColour(value) ? contrastsOf(role, value) : []),
      shownRatio,
    },
  };
}

const listOf = ({ entryName, columns }: SiteRows = { entryName: "row", columns: {} }) => ({
  entryName,
  columns: Object.fromEntries(
    Object.entries(columns).map(([name, { label, isUrl, without }]) => {
      const column: FormColumn = { label, kind: isUrl ? "url" : "text", ...(without && { without }) };
      return [name, column] as const;
    }),
  ),
});

/** What the colours of the design are for, in the words of somebody who uses the site. */
const uses: Record<ThemeColour, string> = {
  pencil: "Lines, drawn words and the main button, in the light theme.",
  pencilDark: "The same in the dark theme.",
  bottle: "The footer, the menu and other dark areas, in the light theme.",
  bottleDark: "The same in the dark theme.",
};

/** The marks of a heading, wherever it is edited. */
export const marksHint = "Put [ ] round the words to be drawn, and / between spaces where the line should break.";
/** In its place, once they are missing. */
export const lostDrawingHint = `The drawn words are gone. ${marksHint}`;

const logoHint =
  "PNG or WebP with a transparent background, at least 360 px wide; export an SVG as PNG first. Empty: the drawn mark and the name.";
const logoDarkHint = "For the dark theme and dark areas. Without it, the logo stands on a light plate there.";

function hintOf({ kind, path, isHeading, role, fallback }: ContentField): string | undefined {
  const names = [...wordsOf(fallback).matchAll(/\{\w+\}/g)].map(([name]) => name);
  const hints = [
    role && uses[role],
    kind === "logo" && (path.endsWith("Dark") ? logoDarkHint : logoHint),
    kind === "rows" && "Without any, the page leaves the whole block out.",
    kind === "emails" && "Several addresses: with commas between them.",
    isHeading && marksHint,
    names.length > 0 && `${[...new Set(names)].join(", ")}: filled in by the site.`,
  ];
  return hints.filter(Boolean).join(" ") || undefined;
}
