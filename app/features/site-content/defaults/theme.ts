import { colour, logo } from "./site-text.ts";

/**
 * The logo and the colours of the design, which editors know by their role: pencil is the accent, bottle the dark
 * background. All other colours are fixed, or derived from these (app/shared/theme.ts).
 */
export const theme = {
  logo: logo(""),
  logoDark: logo("", { label: "Logo, dark" }),
  pencil: colour("pencil", { label: "Accent colour" }),
  pencilDark: colour("pencilDark", { label: "Accent colour, dark theme" }),
  bottle: colour("bottle", { label: "Dark background" }),
  bottleDark: colour("bottleDark", { label: "Dark background, dark theme" }),
};
