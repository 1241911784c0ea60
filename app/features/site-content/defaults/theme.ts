import { colour, logo } from "./site-text.ts";

/** The logo and the colours of the design. All other colours are fixed, or derived from these (app/shared/theme.ts). */
export const theme = {
  logo: logo(""),
  logoDark: logo("", { label: "Logo, dark" }),
  pencil: colour("pencil"),
  pencilDark: colour("pencilDark", { label: "Pencil, dark" }),
  bottle: colour("bottle"),
  bottleDark: colour("bottleDark", { label: "Bottle, dark" }),
};
