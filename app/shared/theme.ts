import { contrast, isColour, luminance, oklchOf, withLightness } from "./colour.ts";

/** The colours of the design that can be changed. Both have a partner in the dark theme. */
export type ThemeColour = "pencil" | "pencilDark" | "bottle" | "bottleDark";

/** As `#rrggbb`. */
export type Theme = Record<ThemeColour, string>;

/** The values of app/ui/tokens.css (`--pencil` and `--solid`) in sRGB. */
export const builtInTheme: Theme = {
  pencil: "#f1561e",
  pencilDark: "#fc763d",
  bottle: "#0e3127",
  bottleDark: "#132d24",
};

/** The fixed colours of app/ui/tokens.css that meet a colour of the theme, in sRGB. */
export const fixedColours = {
  light: { ground: "#f0f4f0", sunk: "#e4eae5", surface: "#fbfdfc" },
  dark: { ground: "#0d1814", sunk: "#08110e", surface: "#13211c" },
  /** Words on a pencil button: dark as a rule, light on a dark pencil. */
  onPencil: ["#101f1a", "#fbfdfc"],
  onSolid: "#f1f5f0",
  onSolid2: "#b6c5bc",
} as const;

const schemeOf = (role: ThemeColour) => (role.endsWith("Dark") ? "dark" : "light");

/** A pair of colours that appear on each other, and the ratio that WCAG 2.2 AA asks for. */
export interface Contrast {
  what: string;
  colour: string;
  background: string;
  ratio: number;
  needed: number;
}

/** What WCAG 2.2 AA asks: of text (1.4.3), and of large text and of lines that convey meaning (1.4.3, 1.4.11). */
const forText = 4.5;
const forLines = 3;

/** Every contrast that a value for this colour determines. All other colours are derived so that theirs suffice. */
export function contrastsOf(role: ThemeColour, colour: string): Contrast[] {
  const measured = (what: string, front: string, background: string, needed: number): Contrast => ({
    what,
    colour: front,
    background,
    ratio: contrast(front, background),
    needed,
  });
  if (role === "bottle" || role === "bottleDark")
    return [
      measured("words on it", fixedColours.onSolid, colour, forText),
      measured("quiet words on it", fixedColours.onSolid2, raised(colour), forText),
    ];
  const { ground, surface } = fixedColours[schemeOf(role)];
  return [
    measured("lines and large words on the page", colour, ground, forLines),
    measured("lines and large words on a panel", colour, surface, forLines),
    measured("words on a button", onPencil(colour), colour, forText),
  ];
}

const suffices = ({ ratio, needed }: Contrast) => ratio >= needed;

/** Rounded down, so that too low a ratio never reads as the one that is needed. */
export const shownRatio = (ratio: number) => `${Math.floor(ratio * 100) / 100}:1`;

/**
 * Why a colour cannot be used, as the rest of a sentence that begins with its name, with the nearest one that can;
 * nothing if it can.
 */
export function colourObjection(role: ThemeColour, colour: string): string | undefined {
  if (!isColour(colour)) return "has to be a colour such as #f1561e.";
  const failing = contrastsOf(role, colour).find((each) => !suffices(each));
  if (!failing) return undefined;
  const { what, ratio, needed } = failing;
  const nearest = nearestWhere(colour, (each) => contrastsOf(role, each).every(suffices));
  const way = luminance(nearest) < luminance(colour) ? "darker" : "lighter";
  return `has too little contrast: ${what} would have ${shownRatio(ratio)} and need ${needed}:1 (WCAG AA). Choose a ${way} colour, such as ${nearest}.`;
}

/** The colour of the same hue that is nearest in lightness and passes. Black and white are tried last. */
function nearestWhere(colour: string, passes: (colour: string) => boolean): string {
  const [lightness] = oklchOf(colour);
  for (let step = 0; step <= 100; step++)
    for (const to of [lightness - step / 100, lightness + step / 100]) {
      const tried = step === 0 ? colour : withLightness(colour, Math.min(1, Math.max(0, to)));
      if (passes(tried)) return tried;
    }
  return colour;
}

/** Words on a pencil button. */
export function onPencil(pencil: string): string {
  const [dark, light] = fixedColours.onPencil;
  return contrast(dark, pencil) >= forText || contrast(dark, pencil) >= contrast(light, pencil) ? dark : light;
}

/** A bottle area that stands out from bottle, such as the current entry of a menu. */
const raised = (bottle: string) => withLightness(bottle, oklchOf(bottle)[0] + 0.05);

/** Pencil as small text. */
const pencilText = (pencil: string, scheme: "light" | "dark") =>
  nearestWhere(pencil, (each) =>
    Object.values(fixedColours[scheme]).every((background) => contrast(each, background) >= forText),
  );

function pencilOnBottle(pencil: string, bottle: string): string {
  const isVisible = (each: string) => [bottle, raised(bottle)].every((area) => contrast(each, area) >= forLines);
  return nearestWhere(pencil, (each) => isVisible(each) && contrast(onPencil(each), each) >= forText);
}

/** The pencil of a theme on its background and on its dark areas, in either scheme. */
export function pencilsOf(given: Theme) {
  const { pencil, pencilDark, bottle, bottleDark } = safeTheme(given);
  return {
    onGround: { light: pencil, dark: pencilDark },
    onSolid: { light: pencilOnBottle(pencil, bottle), dark: pencilOnBottle(pencilDark, bottleDark) },
  };
}

function tokensOf(theme: Theme, scheme: "light" | "dark"): [token: string, colour: string][] {
  const [pencilRole, bottleRole] =
    scheme === "light" ? (["pencil", "bottle"] as const) : (["pencilDark", "bottleDark"] as const);
  const [pencil, bottle] = [theme[pencilRole], theme[bottleRole]];
  const hasOwnPencil = pencil !== builtInTheme[pencilRole];
  const hasOwnBottle = bottle !== builtInTheme[bottleRole];
  const there = pencilOnBottle(pencil, bottle);
  return [
    ...(hasOwnPencil
      ? ([
          ["pencil", pencil],
          ["pencil-text", pencilText(pencil, scheme)],
          ["on-pencil", onPencil(pencil)],
        ] as [string, string][])
      : []),
    ...(hasOwnBottle
      ? ([
          ["solid", bottle],
          ["solid-2", raised(bottle)],
          ["solid-line", withLightness(bottle, oklchOf(bottle)[0] + 0.145)],
        ] as [string, string][])
      : []),
    ...(hasOwnPencil || hasOwnBottle
      ? ([
          ["pencil-on-solid", there],
          ["on-pencil-on-solid", onPencil(there)],
        ] as [string, string][])
      : []),
  ];
}

/** Lower case, with the built-in colour for anything that is not one: the result is safe in a style sheet. */
export const safeTheme = (theme: Theme): Theme =>
  Object.fromEntries(
    Object.entries(builtInTheme).map(([role, builtIn]) => {
      const colour = theme[role as ThemeColour];
      return [role, isColour(colour) ? colour.toLowerCase() : builtIn];
    }),
  ) as Theme;

/** The order of the style layers: the first rule of every document, because style sheets may arrive in any order. */
export const layerOrder = "@layer tokens,base,ui;";

/**
 * The style rules that change the design's tokens (app/ui/tokens.css) to a theme; empty for the built-in one. Print and
 * forced colours keep their own. More specific than the tokens, because style sheets may arrive in any order.
 */
export function themeRules(given: Theme): string {
  const theme = safeTheme(given);
  const blocks = (["light", "dark"] as const).flatMap((scheme) => {
    const tokens = tokensOf(theme, scheme);
    if (tokens.length === 0) return [];
    const block = tokens.map(([token, colour]) => `--${token}:${colour}`).join(";");
    return [
      `:root:root[data-theme=${scheme}]{${block}}`,
      `@media (prefers-color-scheme:${scheme}){:root:root:not([data-theme]){${block}}}`,
    ];
  });
  return blocks.length === 0 ? "" : `@layer tokens{@media screen and (forced-colors:none){${blocks.join("")}}}`;
}
